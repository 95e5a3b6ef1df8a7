import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { deepFreeze } from "../json.ts";
import { Random } from "../testing/random.ts";
import { JsonDecoder } from "./decode-json.ts";
import { JsonEncoder } from "./encode-json.ts";
import { JsonMerger } from "./merge-json.ts";
import { MessageRegistry } from "./message-registry.ts";
import { readDescriptors } from "./read-descriptors.ts";

const schema = readFileSync(join(import.meta.dirname, "../../../data/envoy-1.40.binpb"));
const registry = new MessageRegistry(readDescriptors(schema));
const [encoder, decoder, merger] = [new JsonEncoder(registry), new JsonDecoder(registry), new JsonMerger(registry)];
const cluster = "envoy.config.cluster.v3.Cluster";

function merged(into: object, from: object, lists?: "append" | "replace"): unknown {
  return merger.merge(cluster, deepFreeze(into), deepFreeze(from), lists);
}

describe("merging messages", () => {
  test("replaces scalars, merges messages field by field, and leaves what is not said", () => {
    assert.deepEqual(
      merged(
        { name: "a", altStatName: "s", upstreamConnectionOptions: { tcpKeepalive: { keepaliveProbes: 1 } } },
        { altStatName: "t", upstreamConnectionOptions: { tcpKeepalive: { keepaliveTime: 2 } } },
      ),
      {
        name: "a",
        altStatName: "t",
        upstreamConnectionOptions: { tcpKeepalive: { keepaliveProbes: 1, keepaliveTime: 2 } },
      },
    );
  });

  test("appends lists, or replaces them at any depth if that is asked for", () => {
    const into = { filters: [{ name: "a" }], circuitBreakers: { thresholds: [{ maxRetries: 1 }] } };
    const from = { circuitBreakers: { thresholds: [{ maxRetries: 2 }] } };
    assert.deepEqual(merged(into, from), {
      ...into,
      circuitBreakers: { thresholds: [{ maxRetries: 1 }, { maxRetries: 2 }] },
    });
    assert.deepEqual(merged(into, from, "replace"), { ...into, ...from });
  });

  test("takes entries of maps and what is in an Any as a whole", () => {
    const any = (name: string, fields: object) => ({ "@type": `type.googleapis.com/envoy.${name}`, ...fields });
    const http = any("extensions.upstreams.http.v3.HttpProtocolOptions", { autoConfig: {} });
    const other = any("extensions.upstreams.http.v3.HttpProtocolOptions", { explicitHttpConfig: {} });
    assert.deepEqual(
      merged(
        { typedExtensionProtocolOptions: { a: http, b: http }, metadata: { filterMetadata: { x: { y: 1, z: 2 } } } },
        { typedExtensionProtocolOptions: { b: other }, metadata: { filterMetadata: { x: { y: 3 } } } },
      ),
      { typedExtensionProtocolOptions: { a: http, b: other }, metadata: { filterMetadata: { x: { y: 3 } } } },
    );
  });

  test("keeps of a oneof the newer member only", () => {
    assert.deepEqual(merged({ type: "EDS" }, { clusterType: { name: "x" } }), { clusterType: { name: "x" } });
    const into = {
      loadAssignment: { clusterName: "a" },
      lbPolicy: "RING_HASH",
      ringHashLbConfig: { minimumRingSize: "1" },
    };
    assert.deepEqual(merged(into, { maglevLbConfig: { tableSize: "3" } }), {
      loadAssignment: { clusterName: "a" },
      lbPolicy: "RING_HASH",
      maglevLbConfig: { tableSize: "3" },
    });
  });

  test("lets a wrapped zero say only that there is a value, but takes a duration as one", () => {
    assert.deepEqual(merged({ perConnectionBufferLimitBytes: 5 }, { perConnectionBufferLimitBytes: 0 }), {
      perConnectionBufferLimitBytes: 5,
    });
    assert.deepEqual(merged({}, { perConnectionBufferLimitBytes: 0 }), { perConnectionBufferLimitBytes: 0 });
    assert.deepEqual(merged({ connectTimeout: "1.5s" }, { connectTimeout: "0s" }), { connectTimeout: "0s" });
  });

  test("keeps a key like __proto__ a key", () => {
    const from = JSON.parse('{"metadata":{"filterMetadata":{"__proto__":{"polluted":true}}}}') as object;
    const text = JSON.stringify(merged({ metadata: { filterMetadata: { a: {} } } }, from));
    assert.equal(text, '{"metadata":{"filterMetadata":{"a":{},"__proto__":{"polluted":true}}}}');
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});

describe("merging as another library does", () => {
  const files = createFileRegistry(fromBinary(FileDescriptorSetSchema, schema));
  const description = files.getMessage(cluster);
  // In protobuf the bytes of two messages, one after the other, are those of the merged one. Durations are left out,
  // since there they are merged by their parts, which nobody means.
  const parts: readonly object[] = [
    { name: "a" },
    { lbPolicy: "MAGLEV", maglevLbConfig: { tableSize: "7" } },
    { ringHashLbConfig: { minimumRingSize: "0", hashFunction: "MURMUR_HASH_2" } },
    { type: "STATIC" },
    { clusterType: { name: "own" } },
    { perConnectionBufferLimitBytes: 0, respectDnsTtl: true },
    { perConnectionBufferLimitBytes: 9 },
    { circuitBreakers: { thresholds: [{ maxConnections: 0 }, { priority: "HIGH" }] } },
    { circuitBreakers: { perHostThresholds: [{ maxConnections: 3 }] } },
    { metadata: { filterMetadata: { istio: { a: [1, null, "x"], b: { c: true } }, other: {} } } },
    { metadata: { filterMetadata: { istio: { d: 1 } } } },
    { upstreamConnectionOptions: { tcpKeepalive: { keepaliveProbes: 0 } } },
    { commonLbConfig: { healthyPanicThreshold: { value: 0 }, localityWeightedLbConfig: {} } },
    { commonLbConfig: { zoneAwareLbConfig: { minClusterSize: "2" }, healthyPanicThreshold: { value: 12.5 } } },
    { loadAssignment: { clusterName: "a", endpoints: [{ lbEndpoints: [{ endpointName: "e" }], priority: 1 }] } },
    { loadAssignment: { endpoints: [{}], policy: { overprovisioningFactor: 140 } } },
  ];

  test("gives the same for many messages", () => {
    assert.ok(description);
    const random = new Random(5);
    for (let round = 0; round < 500; round++) {
      const some = () => parts.filter(() => random.chance(0.3));
      const build = () => some().reduce((message, part) => merger.merge(cluster, message, part), {});
      const canonical = () => decoder.decode(cluster, encoder.encode(cluster, build())) as object;
      const [a, b] = [canonical(), canonical()];
      const joined = Buffer.concat([encoder.encode(cluster, a), encoder.encode(cluster, b)]);
      const expected = decoder.decode(cluster, toBinary(description, fromBinary(description, joined)));
      const made = decoder.decode(cluster, encoder.encode(cluster, merger.merge(cluster, a, b)));
      assert.deepEqual(made, expected, JSON.stringify([a, b]));
    }
  });
});
