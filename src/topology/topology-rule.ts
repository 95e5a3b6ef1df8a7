import type { KubernetesService } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import type { TopologyRule } from "../core/index.ts";

/** What a Service says about topology. */
export interface RuleReading {
  /** Absent: all endpoints are reached. */
  readonly rule?: TopologyRule;
  /** Why the annotation was not understood; it counts as none then. */
  readonly fault?: string;
}

/** SuperEdge's annotation: a JSON list of node labels, or in Fairway's ordered form an object with one. */
export const topologyKeysAnnotation = "topologyKeys";

/** Fairway's annotation: `false` lets proxies of the mesh reach all endpoints, whatever rule there is for kube-proxy. */
export const meshTopologyAnnotation = "fairway.dev/mesh-topology";

/** Whether a Service's rule, if it has one, holds for proxies of the mesh too. */
export function holdsProxies({ metadata }: KubernetesService): boolean {
  return metadata.annotations?.[meshTopologyAnnotation] !== "false";
}

/** Stands for any node at the end of an ordered rule. */
export const anyNode = "*";

/** Reads the annotation `topologyKeys`, and without one the field `spec.topologyKeys` of old clusters, which is ordered. */
export function readTopologyRule(service: KubernetesService): RuleReading {
  const text = service.metadata.annotations?.[topologyKeysAnnotation];
  if (text === undefined) return ordered(service.spec?.topologyKeys ?? []);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "must be JSON" };
  }
  if (isKeys(value)) return value.length === 0 ? {} : { rule: { mode: "any", keys: value } };
  if (isObject(value) && isKeys(value.ordered) && Object.keys(value).length === 1) return ordered(value.ordered);
  return { fault: 'must be a list of node labels, or an object {"ordered": […]} with one' };
}

function ordered(keys: readonly string[]): RuleReading {
  if (keys.length === 0) return {};
  if (keys.slice(0, -1).includes(anyNode)) return { fault: "must have '*' at its end only" };
  return { rule: { mode: "ordered", keys } };
}

function isKeys(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((key) => typeof key === "string" && key !== "");
}
