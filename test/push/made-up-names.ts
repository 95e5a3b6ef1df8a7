import type { Resource } from "../../src/api/index.ts";
import type { Random } from "../../src/base/testing/random.ts";
import { oneOf } from "../walker/random-choices.ts";

/** Few names, so that objects meet often. The last namespace is the root. */
export const namespaces = ["a", "b", "istio-system"] as const;
export const apps = ["s0", "s1", "s2"] as const;

/** Makes one object of a kind in a namespace. */
export type Maker = (random: Random, namespace: string) => Resource;

/** An object; its name is its kind's word and a small number, so that it comes again as another. */
export function made(
  apiVersion: string,
  kind: string,
  meta: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown },
  rest: object,
): Resource {
  return { apiVersion, kind, metadata: meta, ...rest } as Resource;
}

/** `vs0` to `vs2`. */
export function numbered(random: Random, word: string, count = 3): string {
  return `${word}${random.below(count)}`;
}

/** A host as routes and rules name it: short, whole, of another namespace, outside the mesh, or with a wildcard. */
export function someHost(random: Random): string {
  const app = oneOf(random, apps);
  const namespace = oneOf(random, ["a", "b"]);
  return oneOf(random, [
    app,
    `${app}.${namespace}.svc.cluster.local`,
    `${app}.${namespace}.svc.cluster.local`,
    `${app}.${namespace}`,
    `ext${random.below(3)}.example.com`,
    "*.example.com",
    `*.${namespace}.svc.cluster.local`,
  ]);
}

/** A host without wildcard. */
export function wholeHost(random: Random): string {
  const host = someHost(random);
  return host.startsWith("*") ? `s0.${oneOf(random, ["a", "b"])}.svc.cluster.local` : host;
}

/** To whom something is exported; mostly nothing is said. */
export function exportTo(random: Random): { readonly exportTo?: readonly string[] } {
  const lists = [["*"], ["."], ["b"], ["a", "istio-system"], ["~"]];
  return random.chance(0.4) ? { exportTo: oneOf(random, lists) } : {};
}

/** Labels of workloads that are chosen. */
export function someLabels(random: Random): { readonly [key: string]: string } {
  return oneOf<{ readonly [key: string]: string }>(random, [
    { app: oneOf(random, apps) },
    { app: oneOf(random, apps), version: "v1" },
    { version: oneOf(random, ["v1", "v2"]) },
    { tier: "front" },
    { istio: "ingressgateway" },
  ]);
}

/** A selector as policies have it, or none: then all of the namespace are meant. */
export function someSelector(random: Random): object {
  return random.chance(0.25) ? { selector: { matchLabels: someLabels(random) } } : {};
}

/** A selector as rules have it, or none. */
export function someWorkloadSelector(random: Random): object {
  return random.chance(0.25) ? { workloadSelector: { labels: someLabels(random) } } : {};
}

const rules = ['["site"]', '["site"]', '["site","rack"]', '{"ordered":["rack","site","*"]}', "[]", "broken"] as const;

/** What keeps clients of a Service in their place, or tries to. */
export function someTopology(random: Random): { readonly [annotation: string]: string } {
  return {
    topologyKeys: oneOf(random, rules),
    ...(random.chance(0.15) && { "fairway.dev/mesh-topology": oneOf(random, ["true", "false", "false"]) }),
  };
}
