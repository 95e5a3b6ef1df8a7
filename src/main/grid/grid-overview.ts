import type { KubernetesService, Resource } from "../../api/index.ts";
import { getOwn, isObject } from "../../base/json.ts";
import { anyNode, holdsProxies, readTopologyRule } from "../../topology/index.ts";
import { type Grid, type GridObjects, nameOf } from "./grid-objects.ts";

/** The nodes that are one place by a label. */
export interface NodeUnit {
  readonly key: string;
  /** Absent: these nodes do not have the label. */
  readonly value?: string;
  readonly nodes: readonly string[];
}

/** A grid, and what there is of it. */
export interface GridSummary {
  readonly kind: string;
  /** `namespace/name`. */
  readonly name: string;
  /** Empty: it names none, and nothing is made of it. */
  readonly key: string;
  /** The reason in its condition `Ready`; absent while nobody has looked at it. */
  readonly state?: string;
  /** Names of what it owns. */
  readonly made: readonly string[];
}

/** A Service that keeps clients in their place, or tries to. */
export interface RuledService {
  /** `namespace/name`. */
  readonly name: string;
  readonly rule?: ReturnType<typeof readTopologyRule>["rule"];
  /** Why the annotation was not understood; it counts as none. */
  readonly fault?: string;
  /** Whether proxies of the mesh go by the rule too. */
  readonly holdsProxies: boolean;
}

/** Which places there are, and what goes by them. */
export interface GridOverview {
  readonly units: readonly NodeUnit[];
  readonly grids: readonly GridSummary[];
  readonly services: readonly RuledService[];
}

/** Places, grids, and Services with a rule. */
export function gridOverview(objects: GridObjects): GridOverview {
  const services = ruledServices(objects.services);
  const grids = objects.grids.map((grid) => summary(grid, objects));
  const named = [...grids.map(({ key }) => key), ...services.flatMap(({ rule }) => rule?.keys ?? [])];
  const keys = [...new Set(named)].filter((key) => key !== "" && key !== anyNode).sort();
  return { units: keys.flatMap((key) => unitsOf(key, objects)), grids, services };
}

/** The Services that say something of topology. */
export function ruledServices(services: readonly KubernetesService[]): readonly RuledService[] {
  return services.flatMap((service) => {
    const reading = readTopologyRule(service);
    if (!reading.rule && !reading.fault) return [];
    return [{ name: nameOf(service), ...reading, holdsProxies: holdsProxies(service) }];
  });
}

function unitsOf(key: string, { nodes }: GridObjects): readonly NodeUnit[] {
  const byValue = Map.groupBy(nodes, ({ metadata }) => getOwn(metadata.labels ?? {}, key));
  return [...byValue]
    .map(([value, unit]) => ({ key, ...(value !== undefined && { value }), nodes: unit.map(nameOf) }))
    .sort((a, b) => (a.value === undefined ? 1 : b.value === undefined || a.value < b.value ? -1 : 1));
}

function summary(grid: Grid, { services, workloads }: GridObjects): GridSummary {
  const state = stateOf(grid);
  const made = [...services, ...workloads]
    .filter((each) => isOwner(grid, each))
    .map(({ metadata }) => metadata.name ?? "");
  return { kind: grid.kind, name: nameOf(grid), key: grid.spec?.gridUniqKey ?? "", ...(state && { state }), made };
}

/** Objects of files have no identity yet: there the name has to do. */
function isOwner({ kind, metadata: grid }: Grid, { metadata }: Resource): boolean {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (metadata.namespace !== grid.namespace || owner?.kind !== kind) return false;
  return grid.uid === undefined ? owner.name === grid.name : owner.uid === grid.uid;
}

function stateOf({ status }: Grid): string | undefined {
  const ready = (status?.conditions ?? []).find((each) => isObject(each) && each["type"] === "Ready");
  return isObject(ready) && typeof ready["reason"] === "string" ? ready["reason"] : undefined;
}
