import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import fc from "fast-check";
import { isFault } from "../../base/fault.ts";
import { builtInCatalog } from "../kinds.ts";
import { decodeBody, encodeBody, type TypedBody } from "./protobuf-body.ts";

/** Bytes made by the encoders of Kubernetes 1.36 from the JSON beside them. */
const goldenBodies = JSON.parse(
  readFileSync(join(import.meta.dirname, "testdata", "golden-bodies.json"), "utf8"),
) as readonly { readonly name: string; readonly body: TypedBody; readonly hex: string }[];

const kinds = builtInCatalog();
const hexOf = (body: TypedBody) => Buffer.from(encodeBody(kinds, body) ?? []).toString("hex");

suite("bodies in Kubernetes' protobuf", () => {
  for (const { name, body, hex } of goldenBodies) {
    test(`writes and reads ${name} as Kubernetes' own programs do`, () => {
      assert.equal(hexOf(body), hex);
      assert.deepEqual(decodeBody(kinds, Buffer.from(hex, "hex")), body);
    });
  }

  test("has none for kinds that are no part of Kubernetes, and none for tables", () => {
    assert.equal(encodeBody(kinds, { apiVersion: "networking.istio.io/v1", kind: "Sidecar", metadata: {} }), undefined);
    assert.equal(encodeBody(kinds, { apiVersion: "meta.k8s.io/v1", kind: "Table", rows: [] }), undefined);
    assert.equal(encodeBody(kinds, { apiVersion: "v2", kind: "Service", metadata: {} }), undefined);
  });

  test("takes a body that does not say its type for what was asked for", () => {
    const bare = Buffer.from("6b3873001205 0a030a0161".replaceAll(" ", ""), "hex");
    const expected = { apiVersion: "v1", kind: "ConfigMap" };
    assert.deepEqual(decodeBody(kinds, bare, expected), { ...expected, metadata: { name: "a" } });
    assert.throws(() => decodeBody(kinds, bare), /there is no protobuf message/);
  });

  test("leaves out fields that it does not know", () => {
    const wider = Buffer.from("6b387300 120b 0a030a0161 aa3f 03 616263".replaceAll(" ", ""), "hex");
    assert.deepEqual(decodeBody(kinds, wider, { apiVersion: "v1", kind: "ConfigMap" }).metadata, { name: "a" });
  });

  test("answers every body that is cut off, changed or made up with a fault", () => {
    const bodies = goldenBodies.map(({ hex }) => Buffer.from(hex, "hex"));
    const reads = (bytes: Uint8Array) => {
      try {
        decodeBody(kinds, bytes, { apiVersion: "v1", kind: "Service" });
      } catch (error) {
        assert.ok(isFault(error, "BadRequest"), String(error));
      }
    };
    for (const body of bodies) for (let end = 0; end < body.length; end++) reads(body.subarray(0, end));
    const changed = fc.tuple(fc.constantFrom(...bodies), fc.nat(), fc.nat(255));
    fc.assert(
      fc.property(changed, ([body, at, byte]) => reads(Uint8Array.from(body).with(at % body.length, byte))),
      { numRuns: 3000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => reads(Buffer.concat([prefix, noise]))));
  });

  test("refuses lengths beyond the body and JSON that is nested too deeply", () => {
    assert.throws(() => decodeBody(kinds, Buffer.from("6b38730012ffffffff7f00", "hex")), /ends too early/);
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const shallow = JSON.stringify("x".repeat(deep.length - 2));
    const metadata = { managedFields: [{ fieldsV1: JSON.parse(shallow) }] };
    const body = Buffer.from(encodeBody(kinds, { apiVersion: "v1", kind: "ConfigMap", metadata }) ?? []);
    assert.doesNotThrow(() => decodeBody(kinds, body));
    const nested = Buffer.from(body.toString("latin1").replace(shallow, deep), "latin1");
    assert.throws(() => decodeBody(kinds, nested), /nested too deeply/);
  });
});

const prefix = Buffer.from("k8s\0");
