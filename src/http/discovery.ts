import { apiVersionOf, type KindCatalog, type KindDefinition } from "../api/index.ts";

const verbs = ["create", "delete", "get", "list", "patch", "update", "watch"];

/** `/api`: the versions of the core group. */
export function coreVersions(): object {
  return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
}

/** `/apis`: all groups with their versions. */
export function groupList(kinds: KindCatalog): object {
  const groups = [...new Set(kinds.all.map((k) => k.group))].filter((g) => g !== "").sort();
  return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map((g) => groupOf(kinds, g)) };
}

/** `/apis/GROUP`, or undefined if there is no such group. */
export function group(kinds: KindCatalog, name: string): object | undefined {
  if (name === "" || !kinds.all.some((k) => k.group === name)) return undefined;
  return { kind: "APIGroup", apiVersion: "v1", ...groupOf(kinds, name) };
}

/** `/apis/GROUP/VERSION`, or undefined if nothing is served there. */
export function resourceList(kinds: KindCatalog, groupName: string, version: string): object | undefined {
  const served = kinds.all.filter((k) => k.group === groupName && k.versions.some((v) => v.name === version));
  if (served.length === 0) return undefined;
  const resources = served.flatMap(describe).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion: apiVersionOf(groupName, version), resources };
}

function groupOf(kinds: KindCatalog, name: string): object {
  const versions = versionsOf(kinds, name).map((v) => ({ groupVersion: `${name}/${v}`, version: v }));
  return { name, versions, preferredVersion: versions[0] };
}

/** The group's versions, stable ones before beta and alpha, newer ones first. */
function versionsOf(kinds: KindCatalog, name: string): string[] {
  const all = kinds.all.filter((k) => k.group === name).flatMap((k) => k.versions.map((v) => v.name));
  return [...new Set(all)].sort((a, b) => rank(b) - rank(a));
}

function rank(version: string): number {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (!match) return -1;
  const stage = match[2] === undefined ? 2 : match[2] === "beta" ? 1 : 0;
  return stage * 1e6 + Number(match[1]) * 1e3 + Number(match[3] ?? 0);
}

function describe(kind: KindDefinition): { name: string }[] {
  const resource = {
    name: kind.plural,
    singularName: kind.singular,
    namespaced: kind.namespaced,
    kind: kind.kind,
    verbs,
    ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }),
    ...(kind.categories.length > 0 && { categories: kind.categories }),
  };
  if (!kind.statusSubresource) return [resource];
  const { namespaced } = kind;
  const status = { name: `${kind.plural}/status`, singularName: "", namespaced, kind: kind.kind };
  return [resource, { ...status, verbs: ["get", "patch", "update"] } as { name: string }];
}
