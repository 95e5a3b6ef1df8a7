import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { isFault } from "../../base/fault.ts";
import {
  any,
  bool,
  choice,
  double,
  float,
  int32,
  int64,
  intOrString,
  list,
  map,
  obj,
  opt,
  ptr,
  req,
  str,
  uint32,
} from "./build.ts";
import { decodeMessage } from "./decode.ts";
import { encodeMessage } from "./encode.ts";
import { bytes, duration, kubeTime, timestamp } from "./formats.ts";

const inner = obj({ a: opt(1, str(), ""), n: opt(2, int32(), "") });
const schema = obj({
  text: opt(1, str(), ""),
  number: opt(2, int32(), ""),
  big: opt(3, int64(), ""),
  flag: opt(4, bool(), ""),
  wrappedFlag: opt(5, bool({ wrapped: true }), ""),
  wrappedNumber: opt(6, uint32({ wrapped: true }), ""),
  real: opt(7, double(), ""),
  small: opt(8, float(), ""),
  mode: opt(9, choice({ OFF: 0, ON: 1, AUTO: 5 }), ""),
  wait: opt(10, duration(), ""),
  at: opt(11, timestamp(), ""),
  inner: opt(12, inner, ""),
  items: opt(13, list(inner), ""),
  numbers: opt(14, list(uint32()), ""),
  labels: opt(15, map(str()), ""),
  ports: opt(16, map(inner, { keyWire: "uint32" }), ""),
  struct: opt(17, any({ wire: "struct", object: true }), ""),
  data: opt(18, bytes(), ""),
  either: opt(19, intOrString(), ""),
  time: opt(20, kubeTime(), ""),
  modes: opt(21, list(choice({ OFF: 0, ON: 1 })), ""),
});

const hex = (value: unknown, syntax: "kubernetes" | "proto3" = "proto3") =>
  Buffer.from(encodeMessage(schema, value, { syntax })).toString("hex");

suite("protobuf by schema", () => {
  // Bytes made by Google's own library from equivalent .proto definitions.
  const golden: readonly (readonly [string, object, string])[] = [
    ["text and numbers", { text: "ab", number: -1 }, "0a02616210ffffffffffffffffff01"],
    ["nothing for zeros", { text: "", number: 0, flag: false, mode: "OFF" }, ""],
    ["wrapped zeros", { wrappedFlag: false, wrappedNumber: 0 }, "2a003200"],
    ["wrapped values", { wrappedFlag: true, wrappedNumber: 300 }, "2a020801320308ac02"],
    ["reals", { real: 1.5, small: 0.5 }, "39000000000000f83f450000003f"],
    ["enums and durations", { mode: "AUTO", wait: "1.5s" }, "4805520808011080cab5ee01"],
    ["packed numbers", { numbers: [1, 300] }, "720301ac02"],
    ["maps", { labels: { a: "b" }, ports: { "80": { n: 1 } } }, "7a060a0161120162820106085012021001"],
  ];
  for (const [name, value, bytes] of golden) test(`encodes ${name}`, () => assert.equal(hex(value), bytes));

  const kubernetes = { syntax: "kubernetes" } as const;
  const mixed = obj({
    text: opt(1, str(), ""),
    told: ptr(2, str(), ""),
    inner: opt(3, obj({ n: opt(1, int32(), "") }), ""),
    toldInner: ptr(4, obj({ n: opt(1, int32(), "") }), ""),
    numbers: opt(5, list(uint32()), ""),
    labels: opt(6, map(str()), ""),
    time: opt(7, kubeTime(), ""),
    must: req(8, bool(), ""),
  });
  const asKubernetes = (value: object) => Buffer.from(encodeMessage(mixed, value, kubernetes)).toString("hex");

  test("writes all but pointers, lists and maps in Kubernetes' dialect", () => {
    assert.equal(asKubernetes({}), "0a001a0208003a004000");
    assert.equal(asKubernetes({ told: "", toldInner: {} }), "0a0012001a020800220208003a004000");
    assert.equal(asKubernetes({ numbers: [1, 2] }), "0a001a020800280128023a004000");
  });

  test("writes maps in the order of their keys' bytes, whatever order they were made in", () => {
    const labels = { b: "1", a: "2", "\u{1f600}": "3", "\uffee": "4" };
    const reversed = Object.fromEntries(Object.entries(labels).reverse());
    assert.equal(asKubernetes({ labels }), asKubernetes({ labels: reversed }));
    const read = decodeMessage(mixed, encodeMessage(mixed, { labels }, kubernetes), kubernetes);
    assert.deepEqual(Object.keys(read.labels ?? {}), ["a", "b", "\uffee", "\u{1f600}"]);
  });

  test("reads zeros of what is no pointer as absence", () => {
    const read = (value: object) => decodeMessage(mixed, encodeMessage(mixed, value, kubernetes), kubernetes);
    assert.deepEqual(read({}), { must: false });
    assert.deepEqual(read({ told: "", toldInner: {}, time: null }), { told: "", toldInner: {}, must: false });
    assert.deepEqual(read({ text: "a", inner: { n: 1 }, must: true }), { text: "a", inner: { n: 1 }, must: true });
  });

  test("refuses a field of another wire type than its own", () => {
    assert.throws(() => decodeMessage(mixed, Buffer.from("0805", "hex"), kubernetes), /of another type/);
  });

  const values: readonly object[] = [
    { text: "x", number: -5, big: 2 ** 40, flag: true, mode: "ON", wait: "0.25s", at: "2026-01-02T03:04:05.006Z" },
    { inner: { a: "b", n: 1 }, items: [{ a: "1" }, {}], numbers: [0, 7], labels: { __proto__x: "y" } },
    { struct: { a: [1, "x", null, { b: true }], c: {} }, data: "AAEC", either: "http", time: "2026-01-02T03:04:05Z" },
    { either: 8080, modes: ["ON", "OFF"], ports: { "443": { a: "tls" } } },
  ];
  for (const [i, value] of values.entries()) {
    for (const syntax of ["kubernetes", "proto3"] as const) {
      test(`brings object ${i + 1} back from ${syntax}`, () => {
        assert.deepEqual(decodeMessage(schema, encodeMessage(schema, value, { syntax }), { syntax }), value);
      });
    }
  }

  test("skips fields it does not know", () => {
    const wider = obj({ text: opt(1, str(), ""), more: opt(99, inner, "") });
    const encoded = encodeMessage(wider, { text: "a", more: { a: "b" } }, { syntax: "proto3" });
    assert.deepEqual(decodeMessage(schema, encoded, { syntax: "proto3" }), { text: "a" });
  });

  test("answers every malformed message with a fault", () => {
    const good = encodeMessage(schema, { ...values[0], ...values[1], ...values[2] }, { syntax: "proto3" });
    const mutated = fc.tuple(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length));
    fc.assert(
      fc.property(mutated, ([at, byte, end]) => {
        const broken = Uint8Array.from(good);
        broken[at] = byte;
        try {
          decodeMessage(schema, broken.subarray(0, end), kubernetes);
        } catch (error) {
          assert.ok(isFault(error, "BadRequest"), String(error));
        }
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          decodeMessage(schema, noise, kubernetes);
        } catch (error) {
          assert.ok(isFault(error, "BadRequest"), String(error));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
