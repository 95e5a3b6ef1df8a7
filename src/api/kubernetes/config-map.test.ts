import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { type ConfigMap, configMapKind } from "./config-map.ts";

const rows: readonly Row[] = [
  ["texts", { data: { "a.yaml": "b: c" } }],
  ["a number", { data: { a: 1 } }, "FW0102 data.a"],
  ["other data", { binaryData: { a: "AAAA" } }],
  ["other data that is not base64", { binaryData: { a: "?" } }, "FW0212 binaryData.a"],
  ["a key in both", { data: { a: "" }, binaryData: { a: "" } }, "FW0111 binaryData.a"],
  ["a bad key", { data: { "a/b": "" } }, 'FW0608 data["a/b"]'],
  ["too much", { data: { a: "x".repeat(1024 * 1024 + 1) } }, "FW0653 "],
];

describe("configMapKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(configMapKind, fields), problems));
  }

  test("takes a key without value for an empty text", () => {
    assert.deepEqual(admitted<ConfigMap>(configMapKind, { data: { a: null } }).data, { a: "" });
  });

  test("keeps its data once it is immutable", () => {
    const fixed = { immutable: true, data: { a: "b" } };
    assert.deepEqual(judgeUpdate(configMapKind, fixed, fixed), []);
    assert.deepEqual(judgeUpdate(configMapKind, fixed, { ...fixed, data: {} }), ["FW0118 data"]);
  });

  test("counts the keys of both", () => {
    const object = admitted(configMapKind, { data: { a: "" }, binaryData: { b: "" } });
    assert.deepEqual(cells(configMapKind, object), { Data: 2 });
  });
});
