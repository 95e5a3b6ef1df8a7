import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInKinds, KindCatalog, type Resource } from "../api/index.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { authorizationPolicies, gateways, serviceEntries } from "./config-lookups.ts";
import { createMemoryStore } from "./memory-store.ts";
import { names } from "./testing/contract/check.ts";

const kinds = new KindCatalog(builtInKinds);

function config(apiVersion: string, kind: string, key: string, spec: object = {}): Resource {
  const [namespace = "", name = ""] = key.split("/");
  return { apiVersion, kind, metadata: { namespace, name }, spec };
}

test("serviceEntries are all of them, the oldest first", async () => {
  const clock = new ManualClock();
  const store = createMemoryStore({ kinds: () => kinds, clock });
  for (const key of ["b/one", "a/two", "c/three"]) {
    await store.create(config("networking.istio.io/v1", "ServiceEntry", key));
    clock.advance(1000);
  }
  assert.deepEqual(names(await serviceEntries(store)), ["b/one", "a/two", "c/three"]);
  await store.create(config("networking.istio.io/v1beta1", "ServiceEntry", "a/same-second"));
  await store.create(config("networking.istio.io/v1beta1", "ServiceEntry", "0/same-second"));
  assert.deepEqual(names(await serviceEntries(store)).slice(3), ["0/same-second", "a/same-second"]);
});

test("gateways are those bound to the workload's labels, and those without a selector", async () => {
  const store = createMemoryStore({ kinds: () => kinds });
  const gateway = (name: string, selector?: object) =>
    store.create(config("networking.istio.io/v1", "Gateway", `x/${name}`, selector ? { selector } : {}));
  await gateway("any");
  await gateway("app", { istio: "ingress" });
  await gateway("both", { istio: "ingress", zone: "a" });
  await gateway("other", { istio: "egress" });
  const found = async (...labels: Record<string, string>[]) =>
    (await gateways(store, labels)).map((g) => g.metadata.name);
  assert.deepEqual(await found({ istio: "ingress", zone: "b" }), ["any", "app"]);
  assert.deepEqual(await found({ istio: "ingress", zone: "a", more: "1" }), ["any", "app", "both"]);
  assert.deepEqual(await found({ istio: "egress" }, { istio: "ingress" }), ["any", "app", "other"]);
  assert.deepEqual(await found({}), ["any"]);
  assert.deepEqual(await found(), ["any"]);
});

test("authorizationPolicies are those of a namespace, or all", async () => {
  const store = createMemoryStore({ kinds: () => kinds });
  for (const key of ["a/one", "b/two", "a/three"]) {
    await store.create(config("security.istio.io/v1", "AuthorizationPolicy", key));
  }
  assert.deepEqual(names(await authorizationPolicies(store, "a")), ["a/one", "a/three"]);
  assert.deepEqual(names(await authorizationPolicies(store, "")), ["a/one", "a/three", "b/two"]);
  assert.deepEqual(await authorizationPolicies(store, "c"), []);
});
