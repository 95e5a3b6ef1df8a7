import { getOwn } from "../../base/json.ts";
import type { Labels } from "../../base/labels.ts";
import type { MeshVirtualService } from "../../mesh/index.ts";
import type { RouteSource } from "./route-context.ts";

/** What the conditions of a VirtualService read of the calling workload. */
interface SourceConditions {
  readonly namespace: boolean;
  readonly labels: readonly string[];
}

const known = new WeakMap<MeshVirtualService, SourceConditions>();

/** The source of nearly all routes: none of their conditions is on it. */
export const anySource: RouteSource = { namespace: "", labels: {} };

/** As much of a workload as the VirtualService reads, so that workloads that differ in nothing else share routes. */
export function sourceOf(virtualService: MeshVirtualService, namespace: string, labels: Labels): RouteSource {
  const conditions = known.get(virtualService) ?? conditionsOf(virtualService);
  known.set(virtualService, conditions);
  if (!conditions.namespace && conditions.labels.length === 0) return anySource;
  const read = conditions.labels.flatMap((key) => {
    const value = getOwn(labels, key);
    return value === undefined ? [] : [[key, value]];
  });
  return { namespace: conditions.namespace ? namespace : "", labels: Object.fromEntries(read) };
}

function conditionsOf({ http }: MeshVirtualService): SourceConditions {
  const matches = http.flatMap(({ match = [] }) => match);
  return {
    namespace: matches.some(({ sourceNamespace }) => sourceNamespace),
    labels: [...new Set(matches.flatMap(({ sourceLabels = {} }) => Object.keys(sourceLabels)))].sort(),
  };
}
