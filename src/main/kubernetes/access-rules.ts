import { formatGroupKind, type GroupKind, type KindCatalog } from "../../api/index.ts";
import { deploymentGridType, serviceGridType, statefulSetGridType } from "../../controllers/index.ts";
import { meshKinds } from "../../mesh/index.ts";
import { registryKinds, remoteKinds } from "../../registry/index.ts";
import { secretKinds } from "../../secrets/index.ts";
import { isConfigKind } from "../config-kinds.ts";

/** Something that Fairway does on an API server, and must be allowed to. */
export interface AccessRule {
  readonly group: string;
  /** Plural, with the subresource if it is of one: `servicegrids/status`. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Of which objects. Default: of all. */
  readonly names?: readonly string[];
  /** Where: in the whole cluster, in each namespace that is watched, or in Fairway's own. */
  readonly scope: "cluster" | "watched" | "own";
  /** What it is for, in a few words. */
  readonly why: string;
  /** Whether the kind is one that a cluster may lack. */
  readonly optional: boolean;
}

/** The kinds of grids that controllers bring into order. */
export const gridTypes = [serviceGridType, deploymentGridType, statefulSetGridType];

/** Of these only what the configuration refers to is read. */
export const secrets: GroupKind = { group: "", kind: "Secret" };

/** The Secrets of the certificate authority, which istiod has too: one that somebody gives, and one that is made. */
export const authoritySecrets = { given: "cacerts", made: "istio-ca-secret" };

/** The Lease that the replica holds whose controllers run. */
export const leaseName = "fairway-controllers";

/** The kinds that configure the mesh. */
export function configKinds(kinds: KindCatalog): readonly GroupKind[] {
  return distinct([...meshKinds, ...kinds.all.filter(isConfigKind)]);
}

/** The kinds that every replica follows wholly. */
export function servedKinds(kinds: KindCatalog): readonly GroupKind[] {
  const all = distinct([...registryKinds, ...secretKinds, ...configKinds(kinds)]);
  return all.filter((type) => formatGroupKind(type) !== formatGroupKind(secrets));
}

/** The kinds that are told what is wrong with them: Istio's. A WorkloadEntry has its workload's health to tell. */
export function toldKinds(kinds: KindCatalog): readonly GroupKind[] {
  return configKinds(kinds).filter(({ group, kind }) => group.endsWith(".istio.io") && kind !== "WorkloadEntry");
}

/** The kinds that the leader follows for its controllers. */
export const controllerKinds: readonly GroupKind[] = distinct([
  { group: "", kind: "Node" },
  ...gridTypes.flatMap(({ grid, child }) => [grid, child]),
]);

/** All that Fairway reads and writes on a cluster: what its roles must allow, and not more. */
export function accessRules(kinds: KindCatalog): readonly AccessRule[] {
  const rule = ruleMaker(kinds);
  const reading = distinct([...servedKinds(kinds), secrets, ...controllerKinds]);
  return [
    ...reading.map((type) => rule(type, ["get", "list", "watch"], "configuration and endpoints")),
    rule(definitions, ["list", "watch"], "kinds that are installed later"),
    rule(definitions, ["create"], "grids, which nobody else defines"),
    { ...rule(definitions, ["patch"], "grids, which nobody else defines"), names: gridDefinitions(kinds) },
    ...gridTypes.map(({ child }) => rule(child, ["create", "patch", "delete"], "what grids make")),
    ...gridTypes.map(({ grid }) => rule(grid, ["patch"], "grids that are brought into order")),
    ...gridTypes.map(({ grid }) => rule(grid, ["patch"], "how grids do", "/status")),
    rule({ group: "", kind: "Event" }, ["get", "create", "patch"], "what is wrong with a grid"),
    rule(workloadEntries, ["create", "patch", "delete"], "proxies that register"),
    rule(workloadEntries, ["patch"], "health that proxies report", "/status"),
    ...toldKinds(kinds).map((type) => rule(type, ["patch"], "what is wrong with an object", "/status")),
    { ...rule(leases, ["get", "create", "update"], "one replica that leads"), scope: "own" },
    { ...rule(leases, ["list", "delete"], "replicas that live, and those that do not"), scope: "own" },
    { ...rule(secrets, ["create"], "the certificate authority"), scope: "own" },
    { ...rule(secrets, ["get"], "the certificate authority"), scope: "own", names: Object.values(authoritySecrets) },
  ];
}

/** All that Fairway reads on a remote cluster of the mesh; it writes nothing there. */
export function remoteAccessRules(kinds: KindCatalog): readonly AccessRule[] {
  const rule = ruleMaker(kinds);
  return [
    ...remoteKinds.map((type) => rule(type, ["get", "list", "watch"], "services, workloads and endpoints")),
    rule(definitions, ["list", "watch"], "kinds that are installed later"),
  ];
}

function ruleMaker(kinds: KindCatalog) {
  return (type: GroupKind, verbs: readonly string[], why: string, subresource = ""): AccessRule => {
    const { group, plural, namespaced, protobuf } = kinds.get(type);
    const scope = namespaced ? "watched" : "cluster";
    return { group, resource: plural + subresource, verbs, scope, why, optional: protobuf?.of !== "object" };
  };
}

const definitions: GroupKind = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" };
const workloadEntries: GroupKind = { group: "networking.istio.io", kind: "WorkloadEntry" };
const leases: GroupKind = { group: "coordination.k8s.io", kind: "Lease" };

function gridDefinitions(kinds: KindCatalog): readonly string[] {
  return gridTypes.map(({ grid }) => `${kinds.get(grid).plural}.${grid.group}`);
}

/** A rule as it stands in a role. */
export function formatRule(rule: Pick<AccessRule, "group" | "resource" | "verbs" | "names">): string {
  const { group, resource, verbs, names } = rule;
  const list = (words: readonly string[]) => `[${words.map((word) => `"${word}"`).join(", ")}]`;
  const only = names ? `, resourceNames: ${list(names)}` : "";
  return `{apiGroups: ${list([group])}, resources: ${list([resource])}${only}, verbs: ${list(verbs)}}`;
}

function distinct(types: readonly GroupKind[]): readonly GroupKind[] {
  const all = types.map(({ group, kind }) => [formatGroupKind({ group, kind }), { group, kind }] as const);
  return [...new Map(all).values()];
}
