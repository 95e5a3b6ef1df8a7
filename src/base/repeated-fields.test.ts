import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { repeatedFields } from "./repeated-fields.ts";

const repeated = (text: string) => repeatedFields(Buffer.from(text), JSON.parse(text));

suite("fields that stand twice", () => {
  test("are none where each stands once, whatever is in texts", () => {
    for (const text of [
      '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
      '{"a":":\\"{\\"b\\":1","c\\\\":2}',
      "[]",
      '"a:b"',
    ]) {
      assert.deepEqual(repeated(text), [], text);
    }
  });

  test("are told with their places, once each", () => {
    assert.deepEqual(repeated('{"a":1,"a":2,"a":3}'), ["a"]);
    assert.deepEqual(repeated('{"s":{"p":[{"n":1},{"n":{"x":1},"n":[{"y":1,"y":2}]}]},"s":{}}'), [
      "s.p[1].n",
      "s.p[1].n[0].y",
      "s",
    ]);
    assert.deepEqual(repeated('{"a b":1,"\\u0061 b":2}'), ["a b"]);
  });

  test("are told up to a bound", () => {
    const text = `{${Array.from({ length: 1000 }, (_, i) => `"f${i}":1,"f${i}":2`).join()}}`;
    assert.equal(repeated(text).length, 20);
  });
});
