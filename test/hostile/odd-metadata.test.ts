import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { admit, builtInCatalog, keyOf, type Resource } from "../../src/api/index.ts";
import { parseProxy } from "../../src/core/index.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import { MeshConfigSource } from "../../src/main/mesh-config-source.ts";
import { buildSnapshot, meshSettings } from "../../src/mesh/index.ts";
import { Registry } from "../../src/registry/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { metadataKeys, oddValues } from "./odd-metadata.ts";
import { nodeOf } from "./requests.ts";
import { watchedCluster, world } from "./world.ts";

const codec = loadEnvoyCodec();
const request = "envoy.service.discovery.v3.DiscoveryRequest";
const kinds = builtInCatalog();

function admitted(object: object): Resource {
  const found = kinds.findFor(object as Resource);
  assert.ok(found);
  return admit(found.kind, object as Resource, found.version).resource as Resource;
}

suite("metadata of a node", () => {
  const resources = world.map(admitted);
  const registry = new Registry();
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const failures: string[] = [];
  const source = new MeshConfigSource({
    codec,
    failed: ({ plan, error }) => failures.push(`${plan.name}: ${(error as Error).stack}`),
  });
  source.publish(buildSnapshot({ settings: meshSettings({}), registry: registry.snapshot, resources, now: 0 }));

  /** All that the node is sent, after its metadata has gone over the wire. */
  function sent(type: "sidecar" | "router", metadata: object): number {
    const { id = "", ...asked } = nodeOf(1, metadata);
    const bytes = codec.encode(request, { node: { ...asked, id: id.replace("sidecar", type) } });
    const { node } = codec.decode(request, bytes);
    const client = source.current?.client(parseProxy({ id: node?.id ?? "", metadata: node?.metadata }));
    const all = [xdsTypes.cluster, xdsTypes.listener, xdsTypes.nameTable].map((each) => client?.resources(each, "all"));
    const named = [
      client?.resources(xdsTypes.endpoint, new Set([watchedCluster])),
      client?.resources(xdsTypes.route, new Set(["80", "http_proxy"])),
    ];
    return [...all, ...named].reduce((sum, set) => sum + (set?.size ?? 0), 0);
  }

  for (const key of metadataKeys) {
    test(`${key} may be anything`, () => {
      for (const value of oddValues) {
        const metadata = { ISTIO_VERSION: "1.31.0", NAMESPACE: "app", [key]: value };
        assert.ok(sent("sidecar", metadata) > 0, JSON.stringify(value));
        assert.ok(sent("router", metadata) > 0, JSON.stringify(value));
        assert.deepEqual(failures.splice(0), [], JSON.stringify(value));
      }
    });
  }

  test("is known here with every key that is read", () => {
    const read = globSync("src/{core,mesh,registry,translate,deliver,main}/**/*.ts")
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/metadata\["([A-Z][A-Z0-9_]+)"\]/g)])
      .map(([, key = ""]) => key);
    assert.deepEqual(
      [...new Set(read)].filter((key) => !metadataKeys.includes(key)),
      [],
    );
    assert.ok(read.length > 10);
  });
});
