import { apiVersionOf, type KindCatalog, type KindDefinition, revisionKind, storedVersion } from "../api/index.ts";

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const statusVerbs = ["get", "patch", "update"];

/** Where tokens of ServiceAccounts are asked for: its objects are of another group than its path. */
const tokenRequest = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };

/** What is said of going back to a revision. */
const rollback = { group: revisionKind.group, version: storedVersion(revisionKind), kind: "Rollback" };

/** `/api`: the versions of the core group. */
export function coreVersions(): object {
  return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
}

/** `/apis`: all groups with their versions. */
export function groupList(kinds: KindCatalog): object {
  return { kind: "APIGroupList", apiVersion: "v1", groups: groupsOf(kinds).map((name) => groupOf(kinds, name)) };
}

/** `/apis/GROUP`, or undefined if there is no such group. */
export function group(kinds: KindCatalog, name: string): object | undefined {
  if (name === "" || !kinds.all.some((k) => k.group === name)) return undefined;
  return { kind: "APIGroup", apiVersion: "v1", ...groupOf(kinds, name) };
}

/** `/apis/GROUP/VERSION`, or undefined if nothing is served there. */
export function resourceList(kinds: KindCatalog, groupName: string, version: string): object | undefined {
  const resources = servedKinds(kinds, groupName, version).flatMap(describe);
  if (resources.length === 0) return undefined;
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion: apiVersionOf(groupName, version), resources };
}

/** All groups, versions and resources at once: `core` those under `/api`, else those under `/apis`. */
export function aggregatedList(kinds: KindCatalog, core: boolean): object {
  const items = (core ? [""] : groupsOf(kinds)).map((name) => ({
    metadata: { name, creationTimestamp: null },
    versions: versionsOf(kinds, name).map((version) => ({
      version,
      resources: servedKinds(kinds, name, version).map((kind) => aggregate(kind, version)),
      freshness: "Current",
    })),
  }));
  return { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
}

function groupsOf(kinds: KindCatalog): string[] {
  return [...new Set(kinds.all.map((k) => k.group))].filter((g) => g !== "").sort();
}

/** What has no verb is served under another kind's name only. */
function servedKinds(kinds: KindCatalog, groupName: string, version: string): KindDefinition[] {
  return kinds.all
    .filter((kind) => kind.verbs?.length !== 0)
    .filter((kind) => kind.group === groupName && kind.versions.some((v) => v.name === version))
    .sort((a, b) => (a.plural < b.plural ? -1 : 1));
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

function describe(kind: KindDefinition): object[] {
  const { namespaced, plural } = kind;
  const own = {
    name: plural,
    singularName: kind.singular,
    namespaced,
    kind: kind.kind,
    verbs: kind.verbs ?? verbs,
    ...namesOf(kind),
  };
  const below = { singularName: "", namespaced };
  return [
    own,
    ...(kind.statusSubresource ? [{ name: `${plural}/status`, ...below, kind: kind.kind, verbs: statusVerbs }] : []),
    ...(hasTokens(kind) ? [{ name: `${plural}/token`, ...below, ...tokenRequest, verbs: ["create"] }] : []),
    ...(kind === revisionKind ? [{ name: `${plural}/rollback`, ...below, ...rollback, verbs: ["create"] }] : []),
  ];
}

function aggregate(kind: KindDefinition, version: string): object {
  const responseKind = { group: kind.group, version, kind: kind.kind };
  const subresources = [
    ...(kind.statusSubresource ? [{ subresource: "status", responseKind, verbs: statusVerbs }] : []),
    ...(hasTokens(kind) ? [{ subresource: "token", responseKind: tokenRequest, verbs: ["create"] }] : []),
    ...(kind === revisionKind ? [{ subresource: "rollback", responseKind: rollback, verbs: ["create"] }] : []),
  ];
  return {
    resource: kind.plural,
    responseKind,
    scope: kind.namespaced ? "Namespaced" : "Cluster",
    singularResource: kind.singular,
    verbs: kind.verbs ?? verbs,
    ...namesOf(kind),
    ...(subresources.length > 0 && { subresources }),
  };
}

function hasTokens({ group: name, kind }: KindDefinition): boolean {
  return name === "" && kind === "ServiceAccount";
}

function namesOf({ shortNames, categories }: KindDefinition): object {
  return { ...(shortNames.length > 0 && { shortNames }), ...(categories.length > 0 && { categories }) };
}
