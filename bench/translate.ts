/**
 * What resources cost: planning, building and encoding, and how large they are; and what a sidecar is sent in all, by the
 * size of the mesh. Alone: `node bench/translate.ts [-o json]`.
 */
import { parseArgs } from "node:util";
import { keyOf, type Resource } from "../src/api/index.ts";
import { parseProxy } from "../src/core/index.ts";
import { buildSnapshot, meshSettings } from "../src/mesh/index.ts";
import { config } from "../src/mesh/testing/configs.ts";
import { Registry } from "../src/registry/index.ts";
import {
  loadEnvoyCodec,
  type Plan,
  planAll,
  type ResourceList,
  resourceMessages,
  translate,
  type View,
  viewOf,
} from "../src/translate/index.ts";
import { clusterObjects, namespaceOf } from "./registry-objects.ts";

/** The cost of one type of resource for one sidecar. */
export interface TranslateMeasure {
  readonly services: number;
  readonly type: string;
  readonly resources: number;
  /** Microseconds for each resource. */
  readonly plan: number;
  readonly build: number;
  readonly encode: number;
  /** Bytes of each resource on the wire, on average. */
  readonly bytes: number;
}

const codec = loadEnvoyCodec();
const node = {
  id: "sidecar~10.0.0.0~service-0-0.ns-0~ns-0.svc.cluster.local",
  metadata: { ISTIO_VERSION: "1.31.0", NAMESPACE: "ns-0", CLUSTER_ID: "Kubernetes" },
};

/** Measures a mesh of some services with five endpoints each, three VirtualServices and two DestinationRules for every ten. */
export function benchTranslate(services: number): readonly TranslateMeasure[] {
  const view = viewOfMesh(services);
  const translation = translate(view);
  const names: { readonly [L in ResourceList]?: readonly string[] } = {
    endpoints: translation.endpoints.map(({ name }) => name),
    routes: translation.routes.map(({ name }) => name),
  };
  return (Object.keys(resourceMessages) as ResourceList[]).map((list) => {
    const plan = () => planAll(list, view, names[list] ?? []) as readonly Plan<never>[];
    const plans = plan();
    const built = plans.map((each) => each.build(each.key as never).message);
    const encoded = built.map((message) => codec.encode(resourceMessages[list], message));
    const each = (ms: number) => (1000 * ms) / Math.max(1, plans.length);
    return {
      services,
      type: list,
      resources: plans.length,
      plan: each(median(() => void plan())),
      build: each(median(() => plans.forEach((one) => void one.build(one.key as never)))),
      encode: each(median(() => built.forEach((message) => void codec.encode(resourceMessages[list], message)))),
      bytes: encoded.reduce((sum, bytes) => sum + bytes.length, 0) / Math.max(1, plans.length),
    };
  });
}

function viewOfMesh(services: number): View {
  const resources = [...clusterObjects(services), ...routing(services)];
  const registry = new Registry();
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const snapshot = buildSnapshot({ settings: meshSettings({}), registry: registry.snapshot, resources, now: 0 });
  return viewOf(snapshot, parseProxy(node));
}

function* routing(services: number): Generator<Resource> {
  for (let i = 0; i < services * 0.3; i++) {
    const host = `service-${i}`;
    const http = [
      { match: [{ uri: { prefix: "/v2" } }], route: [{ destination: { host, subset: "v1" } }] },
      { route: [{ destination: { host } }], timeout: "5s" },
    ];
    yield config("VirtualService", `${namespaceOf(i)}/${host}`, { hosts: [host], http });
  }
  for (let i = 0; i < services * 0.2; i++) {
    const host = `service-${i}`;
    const trafficPolicy = { connectionPool: { tcp: { maxConnections: 100 } } };
    const subsets = [{ name: "v1", labels: { version: "v1" } }];
    yield config("DestinationRule", `${namespaceOf(i)}/${host}`, { host, trafficPolicy, subsets });
  }
}

function median(run: () => void, rounds = 7): number {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { output: { type: "string", short: "o" } } });
  const measures = [100, 1000, 10_000].flatMap(benchTranslate);
  if (values.output === "json") console.log(JSON.stringify({ translate: measures }));
  else {
    const heads = ["resources", "plan µs", "build µs", "encode µs", "bytes"];
    console.log(`${"one sidecar, for each resource".padEnd(34)}${heads.map((head) => head.padStart(11)).join("")}`);
    for (const { services, type, resources, plan, build, encode, bytes } of measures) {
      const cells = [resources, plan.toFixed(2), build.toFixed(2), encode.toFixed(2), bytes.toFixed(0)];
      const title = `${services} services: ${type}`;
      console.log(`${title.padEnd(34)}${cells.map((cell) => String(cell).padStart(11)).join("")}`);
    }
  }
}
