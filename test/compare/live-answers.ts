import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { builtInKinds, storedVersion } from "../../src/api/index.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import type { LiveIstiod } from "../peers/live-istiod.ts";
import { askOverAds, type XdsAnswer } from "./ads-client.ts";
import type { ComparedNode } from "./node-of-pod.ts";

/** What istiod sent, by the node's name. */
export type Answers = ReadonlyMap<string, XdsAnswer>;

const markerNamespace = "fairway-marker";

/**
 * Creates objects so that their ages are those that `creationTimestamp` says: each group of one age within one second, a
 * younger group in a later second. The API server dates objects by whole seconds. What was created is put into `created`,
 * also when a later one is refused.
 */
export async function createByAge(
  live: LiveIstiod,
  objects: readonly KubeObject[],
  created: KubeObject[] = [],
): Promise<void> {
  const ages = Map.groupBy(objects, ({ metadata }) => String(metadata["creationTimestamp"] ?? ""));
  for (const [, group] of [...ages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await sleep(1000 - (Date.now() % 1000) + 20);
    for (const object of group) {
      await live.client.create(object);
      created.push(object);
    }
  }
}

/** Removes objects, the last created first. */
export async function removeAll(live: LiveIstiod, objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects.toReversed()) await live.client.remove(object);
}

/** Asks for all nodes until istiod has seen what was written before, and two answers in a row are equal. */
export async function settledAnswers(live: LiveIstiod, nodes: ReadonlyMap<string, ComparedNode>): Promise<Answers> {
  await untilSeen(live);
  let before: Answers | undefined;
  for (let left = 50; left > 0; left--) {
    const now = await answersOf(live, nodes);
    if (before !== undefined && isDeepStrictEqual(before, now)) return now;
    before = now;
    await sleep(60);
  }
  throw new Error("istiod's answers do not come to rest");
}

/** All objects that the API server has of the kinds that Fairway reads: what its own store would hold. */
export async function readBack(live: LiveIstiod): Promise<readonly KubeObject[]> {
  const lists = builtInKinds.map(async (definition) => {
    const { group, kind } = definition;
    const apiVersion = group === "" ? storedVersion(definition) : `${group}/${storedVersion(definition)}`;
    const known = await live.client.kindOf({ apiVersion, kind }).catch(() => undefined);
    return known ? live.client.list(apiVersion, kind) : [];
  });
  const all = (await Promise.all(lists)).flat();
  return all.filter(({ metadata }) => metadata.name !== markerNamespace && metadata.namespace !== markerNamespace);
}

async function answersOf(live: LiveIstiod, nodes: ReadonlyMap<string, ComparedNode>): Promise<Answers> {
  const answers = new Map<string, XdsAnswer>();
  for (const [name, node] of nodes) answers.set(name, await askOverAds(live.xds, node));
  return answers;
}

/**
 * Writes a ServiceEntry that only a node of its own namespace can see, and waits until that node is sent it: by then
 * istiod has pushed what was written before. A mesh whose discovery selectors leave the namespace out never shows it; then
 * two seconds must do.
 */
async function untilSeen(live: LiveIstiod): Promise<void> {
  const host = `marker-${Date.now()}.invalid`;
  const marker = markerEntry(host);
  for (const object of markerPlace) await live.client.create(object).catch(ignoreExisting);
  await live.client.create(marker);
  const node = {
    id: `sidecar~10.255.0.1~marker.${markerNamespace}~${markerNamespace}.svc.cluster.local`,
    metadata: { NAMESPACE: markerNamespace, CLUSTER_ID: "Kubernetes", ISTIO_VERSION: "1.31.0" },
  };
  for (const last = Date.now() + 2_000; Date.now() < last; ) {
    const { clusters } = await askOverAds(live.xds, node);
    if (clusters.some(({ name }) => name?.endsWith(host))) break;
    await sleep(40);
  }
  await live.client.remove(marker);
}

/** The marker's namespace, with a Sidecar so that none of the mesh's root namespace hides the marker. */
const markerPlace: readonly KubeObject[] = [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: markerNamespace } },
  {
    apiVersion: "networking.istio.io/v1",
    kind: "Sidecar",
    metadata: { name: "marker", namespace: markerNamespace },
    spec: { egress: [{ hosts: ["./*"] }] },
  },
];

function ignoreExisting(error: unknown): void {
  if (!String(error).includes("already exists")) throw error;
}

function markerEntry(host: string): KubeObject {
  return {
    apiVersion: "networking.istio.io/v1",
    kind: "ServiceEntry",
    metadata: { name: host, namespace: markerNamespace },
    spec: {
      hosts: [host],
      exportTo: ["."],
      addresses: ["10.255.255.255"],
      ports: [{ number: 65000, name: "tcp", protocol: "TCP" }],
      resolution: "STATIC",
      endpoints: [{ address: "10.255.255.254" }],
    },
  };
}
