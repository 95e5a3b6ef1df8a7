import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { createFileRegistry, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { isFault } from "../fault.ts";
import { JsonDecoder } from "./decode-json.ts";
import { JsonEncoder } from "./encode-json.ts";
import { MessageRegistry } from "./message-registry.ts";
import { readDescriptors } from "./read-descriptors.ts";

const root = process.env["FAIRWAY_FIXTURES"] ?? join(import.meta.dirname, "../../../../shared/fixtures");
const golden = join(root, "golden/istiod-xds");
const hasGolden = statSync(golden, { throwIfNoEntry: false }) !== undefined;
const schema = readFileSync(join(import.meta.dirname, "../../../data/envoy-1.40.binpb"));
const registry = new MessageRegistry(readDescriptors(schema));
const encoder = new JsonEncoder(registry);
const decoder = new JsonDecoder(registry);

const types: { readonly [list: string]: string } = {
  clusters: "envoy.config.cluster.v3.Cluster",
  endpoints: "envoy.config.endpoint.v3.ClusterLoadAssignment",
  listeners: "envoy.config.listener.v3.Listener",
  routes: "envoy.config.route.v3.RouteConfiguration",
  extensions: "envoy.config.core.v3.TypedExtensionConfig",
};

/** What a real istiod sent: thousands of resources with every feature of proto3 JSON in them. */
function* goldenResources(): Generator<{ type: string; value: object }> {
  for (const file of readdirSync(golden, { recursive: true, encoding: "utf8" })) {
    if (!/\/(client|server|gateway|stranger)\.json$/.test(file)) continue;
    const lists = JSON.parse(readFileSync(join(golden, file), "utf8")) as { [list: string]: object[] };
    for (const [list, type] of Object.entries(types)) for (const value of lists[list] ?? []) yield { type, value };
  }
}

suite("proto3 JSON by descriptors", () => {
  const skip = hasGolden ? false : "needs the shared fixtures (FAIRWAY_FIXTURES)";

  test("encodes byte for byte as protobuf-es does, and decodes back", { skip }, () => {
    const reference = createFileRegistry(fromBinary(FileDescriptorSetSchema, schema));
    let count = 0;
    for (const { type, value } of goldenResources()) {
      const message = reference.getMessage(type) ?? assert.fail(type);
      const bytes = encoder.encode(type, value);
      const expected = toBinary(message, fromJson(message, value as never, { registry: reference }));
      assert.ok(Buffer.from(bytes).equals(Buffer.from(expected)), JSON.stringify(value).slice(0, 200));
      assert.deepEqual(decoder.decode(type, bytes), value);
      count += 1;
    }
    assert.ok(count > 1500, `${count} resources`);
  });

  const cluster = types["clusters"] ?? "";
  const again = (value: object) => decoder.decode(cluster, encoder.encode(cluster, value));

  test("takes names of both spellings and words or numbers for enums", () => {
    const value = { name: "a", lb_policy: "RING_HASH", connect_timeout: "0.25s", dnsLookupFamily: 1 };
    assert.deepEqual(again(value), {
      name: "a",
      lbPolicy: "RING_HASH",
      connectTimeout: "0.250s",
      dnsLookupFamily: "V4_ONLY",
    });
  });

  test("leaves zeros out, but not where being set counts", () => {
    assert.deepEqual(again({ name: "", lbPolicy: "ROUND_ROBIN", type: "STATIC", perConnectionBufferLimitBytes: 0 }), {
      type: "STATIC",
      perConnectionBufferLimitBytes: 0,
    });
  });

  const misfits: readonly (readonly [string, object, RegExp])[] = [
    ["an unknown field", { nmae: "x" }, /the message must not have 'nmae'/],
    [
      "text for a number",
      { perConnectionBufferLimitBytes: "many" },
      /^perConnectionBufferLimitBytes must be a whole number/,
    ],
    ["an object for a list", { filters: {} }, /^filters must be a list, not an object/],
    ["an unknown word", { lbPolicy: "BEST" }, /^lbPolicy must be one of ROUND_ROBIN/],
    ["a bad duration", { connectTimeout: "soon" }, /^connectTimeout must be a duration/],
    [
      "an Any without a type",
      { filters: [{ typedConfig: { name: "x" } }] },
      /^filters\[0\]\.typedConfig must be an object with '@type'/,
    ],
    [
      "an Any of an unknown type",
      { filters: [{ typedConfig: { "@type": "x/y.Z" } }] },
      /must name a known message in '@type', not 'x\/y\.Z'/,
    ],
    ["null in a list", { filters: [null] }, /^filters\[0\] must be an object, not null/],
  ];
  test("takes an empty Any for what it is", () => {
    const value = { filters: [{ name: "x", typedConfig: {} }] };
    assert.deepEqual(decoder.decode(cluster, encoder.encode(cluster, value)), value);
  });

  for (const [name, value, message] of misfits) {
    test(`refuses ${name}, naming the place`, () => assert.throws(() => encoder.encode(cluster, value), { message }));
  }

  test("answers every malformed message with a fault", () => {
    const good = encoder.encode(cluster, {
      name: "a",
      connectTimeout: "1s",
      metadata: { filterMetadata: { x: { y: [1, "2", null, {}] } } },
    });
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, end) => {
        const broken = Uint8Array.from(good);
        broken[at] = byte;
        try {
          decoder.decode(cluster, broken.subarray(0, end));
        } catch (error) {
          assert.ok(isFault(error, "BadRequest"), String(error));
        }
      }),
      { numRuns: 3000 },
    );
  });
});
