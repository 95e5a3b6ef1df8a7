import assert from "node:assert/strict";
import { test } from "node:test";
import { wireFields } from "../base/testing/wire-fields.ts";
import { trustBundle } from "./trust-bundle.ts";

test("agents are told the authority of the mesh and those that its settings add, each once", () => {
  const added = [{ pem: "b" }, { pem: "a" }, { pem: "b" }, { pem: " " }, { spiffeBundleUrl: "https://x.example" }];
  const set = trustBundle({ caCertificates: added }, "own");
  assert.deepEqual([...set.keys()], [""]);
  const [any = new Uint8Array()] = wireFields(set.get("")?.field ?? new Uint8Array())(2);
  const [message = new Uint8Array()] = wireFields(any)(2);
  const told = wireFields(message)(34).map((bytes) => Buffer.from(bytes).toString());
  assert.deepEqual(told, ["a", "b", "own"]);
  assert.equal(trustBundle({ caCertificates: added }, "own").version, set.version);
});
