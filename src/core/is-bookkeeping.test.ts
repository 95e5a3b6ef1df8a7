import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keyOf, type Resource } from "../api/index.ts";
import { isBookkeeping } from "./is-bookkeeping.ts";

const base: Resource = {
  apiVersion: "networking.istio.io/v1",
  kind: "VirtualService",
  metadata: {
    namespace: "app",
    name: "web",
    uid: "1",
    resourceVersion: "5",
    generation: 2,
    labels: { a: "b" },
    annotations: { note: "x", read: "y" },
  },
  spec: { hosts: ["web"] },
};

const withMetadata = (fields: object): Resource => ({ ...base, metadata: { ...base.metadata, ...fields } });
const verdict = (after: Resource, before = base) =>
  isBookkeeping({ key: keyOf(after), before, after }, (name) => name === "read");

describe("a change of an object", () => {
  test("is bookkeeping if it is of the status, of versions, of managed fields or of notes that nobody reads", () => {
    const status = { ...base, status: { conditions: [{ type: "Reconciled" }] } };
    assert.equal(verdict(status), true);
    for (const fields of [
      { resourceVersion: "6" },
      { managedFields: [{ manager: "kubectl" }] },
      { finalizers: ["a"] },
      { ownerReferences: [{ uid: "2" }] },
      { annotations: { note: "z", read: "y", more: "" } },
    ]) {
      assert.equal(verdict(withMetadata(fields)), true, JSON.stringify(fields));
    }
  });

  test("counts if it is of anything else", () => {
    assert.equal(verdict({ ...base, spec: { hosts: ["other"] } }), false);
    for (const fields of [
      { labels: { a: "c" } },
      { labels: undefined },
      { annotations: { note: "x" } },
      { generation: 3 },
      { uid: "2" },
    ]) {
      assert.equal(verdict(withMetadata(fields)), false, JSON.stringify(fields));
    }
  });

  test("counts if it is new or gone, and where no generation tells that it stayed the same", () => {
    assert.equal(isBookkeeping({ key: keyOf(base), after: base }), false);
    assert.equal(isBookkeeping({ key: keyOf(base), before: base }), false);
    for (const generation of [0, undefined]) {
      const without = withMetadata({ generation });
      assert.equal(verdict({ ...without, status: {} }, without), false);
    }
  });

  test("of any annotation counts where nobody says which are read", () => {
    const after = withMetadata({ annotations: { note: "z", read: "y" } });
    assert.equal(isBookkeeping({ key: keyOf(base), before: base, after }), false);
  });
});
