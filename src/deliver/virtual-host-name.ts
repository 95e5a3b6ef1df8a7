import { ResourceGroup } from "./resource-group.ts";
import type { ResourceSet } from "./resource-set.ts";
import type { XdsResource } from "./xds-resource.ts";

/**
 * The name of a virtual host as a resource: its table's name and its own. Envoy finds the table by what is before the last
 * slash, so that there must be none in the host's name.
 */
export function virtualHostResource(table: string, host: string): string {
  return `${table}/${host.replace(/[%/]/g, encodeURIComponent)}`;
}

/** The table that a virtual host is of. */
export function tableOfHost(resource: string): string {
  return resource.slice(0, Math.max(0, resource.lastIndexOf("/")));
}

/** Virtual hosts by their tables. */
export function groupHosts(hosts: Iterable<XdsResource>): ReadonlyMap<string, ResourceGroup> {
  const tables = Map.groupBy(hosts, ({ name }) => tableOfHost(name));
  return new Map(Array.from(tables, ([table, own]) => [table, new ResourceGroup(own)]));
}

const known = new WeakMap<ResourceSet, ReadonlyMap<string, ResourceGroup>>();

/** The groups of a set by their tables; each of its groups is of one table. */
export function hostsByTable(set: ResourceSet): ReadonlyMap<string, ResourceGroup> {
  const found = known.get(set) ?? new Map(set.groups.flatMap((group) => tableOfGroup(group)));
  known.set(set, found);
  return found;
}

function tableOfGroup(group: ResourceGroup): readonly (readonly [string, ResourceGroup])[] {
  const [first] = group.resources.keys();
  return first === undefined ? [] : [[tableOfHost(first), group]];
}
