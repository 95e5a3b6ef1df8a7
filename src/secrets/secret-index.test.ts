import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, type Resource } from "../api/index.ts";
import { SecretIndex, type SecretProblem } from "./secret-index.ts";
import { secretObject, testCredential } from "./testing/credentials.ts";

const { certificate, privateKey } = testCredential();
const good = { "tls.crt": certificate, "tls.key": privateKey };
const came = (after: Resource) => ({ key: keyOf(after), after });
const went = (before: Resource) => ({ key: keyOf(before), before });

function start() {
  const problems: SecretProblem[] = [];
  return { index: new SecretIndex((problem) => problems.push(problem)), problems };
}

test("a snapshot stays what it was, and shares with the next one what did not change", () => {
  const { index } = start();
  const site = secretObject("a/site", good);
  assert.equal(index.apply([came(site), came(secretObject("a/other", good))]).length, 2);
  const first = index.snapshot;
  assert.deepEqual(index.apply([went(site)]), [keyOf(site)]);
  assert.ok(first.find("Secret", "a", "site"));
  assert.equal(index.snapshot.find("Secret", "a", "site"), undefined);
  assert.equal(index.snapshot.find("Secret", "a", "other"), first.find("Secret", "a", "other"));
});

test("what does not change a credential is no change", () => {
  const { index } = start();
  const site = secretObject("a/site", good);
  index.apply([came(site)]);
  const labelled = { ...site, metadata: { ...site.metadata, labels: { a: "b" } } };
  assert.deepEqual(index.apply([came(labelled)]), []);
  assert.deepEqual(index.apply([came(secretObject("a/password", { password: "x" }))]), []);
  const service = { apiVersion: "v1", kind: "Service", metadata: { namespace: "a", name: "site" } };
  assert.deepEqual(index.apply([came(service)]), []);
});

test("an object that cannot be used is told of once, and only if somebody asks for it", () => {
  const { index, problems } = start();
  const broken = secretObject("a/site", { ...good, "tls.key": "hello" });
  index.apply([came(broken)]);
  assert.equal(problems.length, 0);
  for (let i = 0; i < 3; i += 1) index.snapshot.find("Secret", "a", "site");
  assert.deepEqual(
    problems.map(({ key }) => key),
    [keyOf(broken)],
  );
  index.apply([came(secretObject("a/site", { ...good, "tls.key": "still wrong" }))]);
  index.snapshot.find("Secret", "a", "site");
  assert.equal(problems.length, 2);
});
