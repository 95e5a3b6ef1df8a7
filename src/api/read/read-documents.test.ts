import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readDocuments } from "./read-documents.ts";

const read = (text: string | Uint8Array) =>
  readDocuments(typeof text === "string" ? Buffer.from(text) : text, "f.yaml");
const problemsOf = (text: string | Uint8Array) => read(text).problems.map((p) => `${p.line}:${p.column} ${p.code}`);

suite("reading documents", () => {
  test("reads several documents and Lists, and knows where each field stands", () => {
    const { documents, problems } = read(
      [
        "a: 1",
        "---",
        "spec:",
        "  hosts:",
        "  - x",
        "  - z: 2",
        "---",
        "apiVersion: v1",
        "kind: List",
        "items:",
        "- b: 3",
      ].join("\n"),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      documents.map((d) => d.value),
      [{ a: 1 }, { spec: { hosts: ["x", { z: 2 }] } }, { b: 3 }],
    );
    assert.deepEqual(documents[1]?.locate(["spec", "hosts", 1, "z"]), { line: 6, column: 5 });
    assert.deepEqual(
      documents[1]?.locate(["spec", "gateways"]),
      { line: 3, column: 1 },
      "the nearest thing around an absent field",
    );
    assert.deepEqual(documents[2]?.locate(["b"]), { line: 11, column: 3 });
  });

  test("reads booleans and octal numbers as kubectl does", () => {
    assert.deepEqual(read("[yes, No, on, off, 0644, 0o17, '0644', ye]").documents[0]?.value, [
      true,
      false,
      true,
      false,
      0o644,
      0o17,
      "0644",
      "ye",
    ]);
  });

  test("lets quoted text go on at its key's indentation, as kubectl does", () => {
    const value = { a: { b: "one two three", c: "x y" }, d: 1 };
    assert.deepEqual(read("a:\n  b: 'one\n  two\n  three'\n  c: \"x\n  y\"\nd: 1\n").documents[0]?.value, value);
  });

  test("takes addresses that end in colons for text in flow lists, as kubectl does", () => {
    assert.deepEqual(read("[10.0.0.1, 2001:db8::, '::', ::, {a: b}, c: d]").documents[0]?.value, [
      "10.0.0.1",
      "2001:db8::",
      "::",
      "::",
      { a: "b" },
      { c: "d" },
    ]);
  });

  test("reads merge keys, aliases and JSON", () => {
    assert.deepEqual(read("x: &a {k: 1}\nw: {<<: *a, z: *a}").documents[0]?.value, {
      x: { k: 1 },
      w: { k: 1, z: { k: 1 } },
    });
    assert.deepEqual(read('{"a": [1, {"b": null}]}').documents[0]?.value, { a: [1, { b: null }] });
  });

  test("loses only the document that is broken", () => {
    const { documents, problems } = read("a: 1\n---\nb: [}\n---\nc: 1\nc: 2\n---\nd: 4\n");
    assert.deepEqual(
      documents.map((d) => d.value),
      [{ a: 1 }, { d: 4 }],
    );
    assert.deepEqual(
      problems.map((p) => `${p.line}:${p.column} ${p.code}`),
      ["3:5 FW0001", "6:1 FW0002"],
    );
  });

  const hostile: readonly (readonly [string, string | Uint8Array, string])[] = [
    ["deep flow lists", "[".repeat(1_000_000), "1:102 FW0003"],
    ["deep block lists", `${"- ".repeat(500_000)}x`, "1:203 FW0003"],
    ["deep JSON", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, "1:506 FW0003"],
    ["bytes that are not UTF-8", Buffer.from([0x61, 0x3a, 0x20, 0x31, 0x0a, 0x62, 0xff]), "2:2 FW0006"],
    ["aliases without an anchor", "a: *nowhere", "1:1 FW0001"],
    ["tabs", "\ta: 1", "1:1 FW0001"],
  ];
  for (const [name, text, expected] of hostile) {
    test(`names the place of ${name}`, () => assert.deepEqual(problemsOf(text), [expected]));
  }

  test("refuses alias bombs", () => {
    const levels = Array.from(
      { length: 9 },
      (_, i) => `l${i + 1}: &l${i + 1} [${Array.from({ length: 9 }, () => `*l${i}`)}]`,
    );
    assert.deepEqual(problemsOf(`l0: &l0 [x]\n${levels.join("\n")}`), ["1:1 FW0005"]);
  });

  test("keeps __proto__ and constructor as plain keys", () => {
    const value = read("__proto__: {polluted: 1}\nconstructor: 2").documents[0]?.value as object;
    assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  test("refuses a file over the limit without parsing it", () => {
    const result = readDocuments(Buffer.alloc(100, "a"), "f.yaml", { maxBytes: 99, maxDepth: 100, maxAliases: 10 });
    assert.deepEqual(
      result.problems.map((p) => p.code),
      ["FW0004"],
    );
  });

  test("finds no document in comments and empty documents", () => {
    assert.deepEqual(read("# nothing\n---\n---\n# here\n").documents, []);
  });
});
