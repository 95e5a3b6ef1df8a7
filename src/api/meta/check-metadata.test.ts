import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { virtualServiceKind } from "../istio/virtual-service.ts";
import type { KindDefinition } from "../kind.ts";
import { configMapKind } from "../kubernetes/config-map.ts";
import { formatPath } from "../problem.ts";
import type { ObjectMeta } from "../resource.ts";
import { checkMetadata } from "./check-metadata.ts";

function faults(kind: KindDefinition, metadata: ObjectMeta): readonly string[] {
  const found: string[] = [];
  const resource = { apiVersion: "v1", kind: kind.kind, metadata: { name: "a", namespace: "n", ...metadata } };
  checkMetadata(kind, resource, (_code, _message, ...path) => found.push(formatPath(path)));
  return found;
}

const owner = (uid: string, more: object = {}) => ({ apiVersion: "v1", kind: "Pod", name: "p", uid, ...more });

suite("the metadata of an object", () => {
  test("has finalizers with a domain, or in custom kinds at least a name", () => {
    const finalizers = ["orphan", "foregroundDeletion", "example.com/clean-up", "plain", "no name"];
    assert.deepEqual(faults(configMapKind, { finalizers }), ["metadata.finalizers[3]", "metadata.finalizers[4]"]);
    assert.deepEqual(faults(virtualServiceKind, { finalizers }), ["metadata.finalizers[4]"]);
  });

  test("has owners that are named in full, of which one at the most is in control", () => {
    const good = [owner("u", { controller: true }), owner("v", { controller: false }), owner("w")];
    assert.deepEqual(faults(configMapKind, { ownerReferences: good }), []);
    assert.deepEqual(faults(configMapKind, { ownerReferences: [owner(""), owner("u", { name: "" })] }), [
      "metadata.ownerReferences.name",
      "metadata.ownerReferences.uid",
    ]);
    const rivals = [owner("u", { controller: true }), owner("v", { controller: true })];
    assert.deepEqual(faults(configMapKind, { ownerReferences: rivals }), ["metadata.ownerReferences"]);
  });
});
