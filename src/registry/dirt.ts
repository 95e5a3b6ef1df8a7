import type { Resource, ResourceKey } from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";
import type { Dependents } from "./dependents.ts";
import { allNodes } from "./derivation-context.ts";
import { type ObjectIndex, sliceOwner } from "./object-index.ts";
import { labelsOf } from "./workload-context.ts";
import { objectId } from "./workload-key.ts";

/** What has to be made anew. */
export interface Dirt {
  /** Workloads, by the ids of their objects. */
  readonly workloads: Set<string>;
  /** Services and ServiceEntries, by their ids. */
  readonly origins: Set<string>;
  /** Nodes, by their names. */
  readonly nodes: Set<string>;
}

/** Nothing yet. */
export function noDirt(): Dirt {
  return { workloads: new Set(), origins: new Set(), nodes: new Set() };
}

/** Adds what one change of an object makes dirty, before what depends on workloads in turn. */
export function addDirt(
  dirt: Dirt,
  change: { readonly key: ResourceKey; readonly old: Resource | undefined; readonly next: Resource | undefined },
  world: { readonly objects: ObjectIndex; readonly dependents: Dependents; readonly rootNamespace: string },
): void {
  const { key, old, next } = change;
  const id = objectId(key.kind, key.namespace, key.name);
  switch (key.kind) {
    case "Pod":
    case "WorkloadEntry":
      dirt.workloads.add(id);
      return;
    case "Service":
    case "ServiceEntry":
      dirt.origins.add(id);
      return;
    case "Endpoints":
      dirt.origins.add(objectId("Service", key.namespace, key.name));
      return;
    case "EndpointSlice":
      for (const owner of [sliceOwner(key, old), sliceOwner(key, next)]) if (owner) dirt.origins.add(owner);
      return;
    case "Node":
      if (jsonEqual([labelsOf(old), addressesOf(old)], [labelsOf(next), addressesOf(next)])) return;
      dirt.nodes.add(key.name);
      for (const pod of world.objects.podsOn(key.name)) dirt.workloads.add(pod);
      for (const origin of world.dependents.of(allNodes)) dirt.origins.add(origin);
      return;
    case "Namespace":
      if (jsonEqual(labelsOf(old), labelsOf(next))) return;
      if (key.name === world.rootNamespace) addAll(dirt, world.objects);
      else for (const object of world.objects.inNamespace(key.name)) addObject(dirt, object);
      return;
  }
}

/** Makes everything dirty. */
export function addAll(dirt: Dirt, objects: ObjectIndex): void {
  for (const kind of ["Pod", "WorkloadEntry", "Service", "ServiceEntry"]) {
    for (const id of objects.ofKind(kind)) addObject(dirt, id);
  }
}

function addObject(dirt: Dirt, id: string): void {
  if (id.startsWith("Pod/") || id.startsWith("WorkloadEntry/")) dirt.workloads.add(id);
  if (id.startsWith("Service/") || id.startsWith("ServiceEntry/")) dirt.origins.add(id);
}

function addressesOf(node: Resource | undefined): unknown {
  return (node?.["status"] as { readonly addresses?: unknown } | undefined)?.addresses;
}
