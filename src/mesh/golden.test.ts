import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import {
  applyMeshConfig,
  defaultMeshConfig,
  keyOf,
  type Resource,
  readDocuments,
  readMeshConfig,
} from "../api/index.ts";
import { type NodeIdentity, parseProxy } from "../core/index.ts";
import { Registry, registrySettings } from "../registry/index.ts";
import { meshSettings } from "./mesh-settings.ts";
import { buildSnapshot } from "./mesh-snapshot.ts";
import { type ProxyScope, proxyScope } from "./proxy-scope.ts";

/**
 * What a real istiod sent, as far as the mesh decides it: which clusters there are, and which objects clusters and routes
 * came from, which istiod writes into their metadata.
 */
const golden = join(import.meta.dirname, "../../../shared/fixtures/golden/istiod-xds");
const skip = existsSync(golden) ? false : `no golden data at ${golden}`;

interface Named {
  readonly name: string;
  readonly metadata?: { readonly filterMetadata?: { readonly istio?: { readonly config?: string } } };
}
interface RouteConfig extends Named {
  readonly virtualHosts?: readonly (Named & { readonly routes?: readonly Named[] })[];
}
interface Answer {
  readonly clusters: readonly Named[];
  readonly routes: readonly RouteConfig[];
  readonly removed?: readonly { readonly type: string; readonly name: string }[];
}

const read = (path: string) => JSON.parse(readFileSync(join(golden, path), "utf8")) as unknown;
const documents = (path: string): readonly Resource[] =>
  existsSync(join(golden, path))
    ? readDocuments(readFileSync(join(golden, path)), path).documents.map(({ value }) => value as Resource)
    : [];

function answerOf(name: string, node: string): Answer {
  const base = read(`000-base/${node}.json`) as Answer;
  const change = read(`${name}/${node}.json`) as Answer;
  const gone = new Set(change.removed?.map(({ name: removed }) => removed));
  const merge = <T extends Named>(before: readonly T[], after: readonly T[]) => {
    const kept = before.filter((each) => !gone.has(each.name) && after.every((other) => other.name !== each.name));
    return [...kept, ...after];
  };
  return { clusters: merge(base.clusters, change.clusters), routes: merge(base.routes, change.routes) };
}

function scopeFor(name: string, node: string): ProxyScope {
  const said = documents(`${name}/mesh.yaml`)[0] ?? documents("mesh.yaml")[0];
  const config = applyMeshConfig(defaultMeshConfig, readMeshConfig(said).value ?? {});
  const resources = [...documents("world.yaml"), ...documents(`${name}/in.yaml`)];
  const registry = new Registry({ settings: registrySettings(config) });
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const snapshot = buildSnapshot({
    settings: meshSettings({ config }),
    registry: registry.snapshot,
    resources,
    now: 0,
  });
  const identity = (read("nodes.json") as { readonly [node: string]: NodeIdentity })[node];
  assert.ok(identity);
  return proxyScope(snapshot, parseProxy(identity));
}

const originOf = ({ metadata }: Named) => {
  const [, namespace, , name] =
    /namespaces\/([^/]+)\/([^/]+)\/(.+)$/.exec(metadata?.filterMetadata?.istio?.config ?? "") ?? [];
  return namespace === undefined ? undefined : `${namespace}/${name}`;
};

function expectedClusters({ clusters }: Answer): Map<string, string | undefined> {
  return new Map(
    clusters.filter(({ name }) => name.startsWith("outbound|")).map((each) => [each.name, originOf(each)]),
  );
}

function clustersOf({ sidecar, labels }: ProxyScope): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const service of sidecar.services) {
    if (service.resolution === "alias") continue;
    const rule = sidecar.destinationRule(service, labels);
    const [source] = rule?.sources ?? [];
    for (const { number, protocol } of service.ports) {
      if (protocol === "udp") continue;
      for (const subset of ["", ...(rule?.subsets.map(({ name }) => name) ?? [])]) {
        found.set(`outbound|${number}|${subset}|${service.hostname}`, source && `${source.namespace}/${source.name}`);
      }
    }
  }
  return found;
}

const sorted = (map: ReadonlyMap<string, string | undefined>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** Cases in which clusters are added or taken away by what comes after the mesh: patches, tracers, special modes. */
const shapedLater = /^(ef-cluster|ingress|mesh-tracing-zipkin|node-)/;

describe("clusters and routes of istiod come from the same objects", { skip }, () => {
  const cases =
    skip === false ? readdirSync(golden).filter((name) => /^[a-z]+-/.test(name) && !shapedLater.test(name)) : [];
  for (const name of cases) {
    const nodes = ["client", "server", "stranger", "gateway"].filter((node) =>
      existsSync(join(golden, name, `${node}.json`)),
    );
    test(name, () => {
      for (const node of nodes) {
        const answer = answerOf(name, node);
        const scope = scopeFor(name, node);
        assert.deepEqual(sorted(clustersOf(scope)), sorted(expectedClusters(answer)), `clusters of ${node}`);
        if (node === "gateway") continue;
        for (const { name: config, virtualHosts = [] } of answer.routes) {
          if (!/^\d+$/.test(config)) continue;
          for (const { name: host, routes = [] } of virtualHosts) {
            const expected = routes.map(originOf).find((each) => each !== undefined);
            const hostname = host.slice(0, host.lastIndexOf(":"));
            const found = scope.sidecar.virtualService(hostname);
            if (expected)
              assert.equal(found && `${found.namespace}/${found.name}`, expected, `${config} ${host} of ${node}`);
          }
        }
      }
    });
  }
});
