import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge } from "../testing/judge.ts";
import { type Namespace, namespaceKind } from "./namespace.ts";

describe("namespaceKind", () => {
  test("labels a namespace with its name", () => {
    const plain = admitted<Namespace>(namespaceKind, {});
    assert.deepEqual(plain.metadata.labels, { "kubernetes.io/metadata.name": "x" });
    const labelled = admitted<Namespace>(namespaceKind, { metadata: { name: "x", labels: { a: "b" } } });
    assert.deepEqual(labelled.metadata.labels, { a: "b", "kubernetes.io/metadata.name": "x" });
  });

  test("is active from the start", () => {
    assert.deepEqual(cells(namespaceKind, admitted(namespaceKind, {})), { Status: "Active" });
  });

  test("has a name of one label", () => {
    assert.deepEqual(judge(namespaceKind, { metadata: { name: "a.b" } }), ["FW0115 metadata.name"]);
  });

  test("takes labels of the wrong type for what they are", () => {
    assert.deepEqual(judge(namespaceKind, { metadata: { name: "x", labels: "a" } }), ["FW0102 metadata.labels"]);
  });
});
