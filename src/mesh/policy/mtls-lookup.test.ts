import assert from "node:assert/strict";
import { test } from "node:test";
import type { PeerAuthentication } from "../../api/index.ts";
import { config, created } from "../testing/configs.ts";
import { mtlsLookup } from "./mtls-lookup.ts";
import { changePolicies, emptyPolicyIndex } from "./policy-index.ts";

const index = changePolicies<PeerAuthentication>(
  emptyPolicyIndex(),
  created(
    config("PeerAuthentication", "app/strict", { mtls: { mode: "STRICT" } }),
    config("PeerAuthentication", "app/old", { selector: { matchLabels: { app: "old" } }, mtls: { mode: "DISABLE" } }),
  ),
);

test("what a workload takes is looked up once, with the policies that say so", () => {
  const lookup = mtlsLookup(index, "istio-system");
  const old = { namespace: "app", labels: { app: "old" } };
  assert.equal(lookup.ofWorkload(old).mode, "DISABLE");
  assert.deepEqual(
    lookup.ofWorkload(old).sources.map(({ name }) => name),
    ["strict", "old"],
  );
  assert.equal(lookup.ofWorkload(old), lookup.ofWorkload(old));
  assert.equal(mtlsLookup(index, "istio-system"), lookup);
});

test("workloads of different namespaces differ though their labels are one object", () => {
  const labels = { app: "new" };
  const lookup = mtlsLookup(index, "istio-system");
  assert.equal(lookup.ofWorkload({ namespace: "app", labels }).mode, "STRICT");
  assert.equal(lookup.ofWorkload({ namespace: "other", labels }).mode, "PERMISSIVE");
});

test("a namespace takes what is said for all of it", () => {
  assert.equal(mtlsLookup(index, "istio-system").ofNamespace("app").mode, "STRICT");
  assert.equal(mtlsLookup(index, "istio-system").ofNamespace("other").mode, "PERMISSIVE");
});
