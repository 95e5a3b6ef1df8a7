import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { encodeStruct, encodeValue, readStruct, readValue } from "./struct.ts";

describe("JSON as google.protobuf.Struct", () => {
  test("comes back as it was, whatever its keys are called", () => {
    const value = JSON.parse(
      '{"a": 1.5, "b": "x", "c": true, "d": null, "e": [1, [false, {}], "y"], "f": {"g": {}}, "": 0, "__proto__": {"x": 1}}',
    );
    assert.deepEqual(readStruct(encodeStruct(value)), value);
    assert.deepEqual(Object.keys(readStruct(encodeStruct(value))), Object.keys(value));
    for (const each of [0, "", false, null, [], {}]) assert.deepEqual(readValue(encodeValue(each)), each);
  });

  test("has the bytes that protobuf says", () => {
    const bytes = [0x0a, 0x08, 0x0a, 0x01, 0x6b, 0x12, 0x03, 0x1a, 0x01, 0x76];
    assert.deepEqual([...encodeStruct({ k: "v" })], bytes);
    assert.deepEqual([...encodeStruct("no object")], []);
  });

  test("is refused if it is nested too deeply", () => {
    let value: unknown = 1;
    for (let i = 0; i < 200; i++) value = [value];
    assert.throws(() => readValue(encodeValue(value)), { code: "BadRequest", message: /nested too deeply/ });
  });
});
