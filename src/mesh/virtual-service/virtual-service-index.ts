import { meshGateway, type VirtualService } from "../../api/index.ts";
import type { ResourceChange } from "../../core/index.ts";
import { type Buckets, changeBuckets, type Filing, type Replacement } from "../buckets.ts";
import { type ConfigProblem, configProblem } from "../config-problem.ts";
import type { MeshSettings } from "../mesh-settings.ts";
import { allObjects, changeObjects, getObject, type Objects } from "../objects.ts";
import { byAge } from "../precedence.ts";
import { isUnusable, resolveObject, type Unusable } from "../resolve-object.ts";
import { delegatesOf, type MeshVirtualService, mergeDelegates } from "./mesh-virtual-service.ts";
import { type ResolvedVirtualService, resolveVirtualService } from "./resolve-virtual-service.ts";

/** All VirtualServices, filed by the gateway they are bound to and by who sees them. */
export interface VirtualServiceIndex {
  /** Every object, before delegates are put in place. */
  readonly resolved: Objects<ResolvedVirtualService | Unusable>;
  /** Those that have hosts, with the routes of their delegates. */
  readonly merged: Objects<MeshVirtualService>;
  /** By `namespace/name` of the delegate. */
  readonly rootsByDelegate: Buckets<ResolvedVirtualService>;
  /** Seen everywhere, by gateway. */
  readonly publicByGateway: Buckets<MeshVirtualService>;
  /** Seen in their own namespace only, by `namespace gateway`. */
  readonly privateByGateway: Buckets<MeshVirtualService>;
  /** Seen in some namespaces, by `namespace gateway` of each. */
  readonly exportedByGateway: Buckets<MeshVirtualService>;
}

export const emptyVirtualServiceIndex: VirtualServiceIndex = {
  resolved: new Map(),
  merged: new Map(),
  rootsByDelegate: new Map(),
  publicByGateway: new Map(),
  privateByGateway: new Map(),
  exportedByGateway: new Map(),
};

/** The index after some VirtualServices changed, and what became of those that have hosts, also through delegates. */
export function changeVirtualServices(
  index: VirtualServiceIndex,
  changes: readonly ResourceChange[],
  settings: MeshSettings,
): { readonly index: VirtualServiceIndex; readonly replaced: readonly MergedChange[] } {
  if (changes.length === 0) return { index, replaced: [] };
  const own = changes.map(({ key, after }) => ({
    namespace: key.namespace,
    name: key.name,
    before: usable(getObject(index.resolved, key.namespace, key.name)),
    after: after && resolveObject(after, (vs: VirtualService) => resolveVirtualService(vs, settings)),
  }));
  const resolved = changeObjects(index.resolved, own);
  const roots = own.map(({ before, after }) => ({ before, after: usable(after) }));
  const rootsByDelegate = changeBuckets(index.rootsByDelegate, roots, delegateFiling);
  const replaced = mergeAffected(index, { resolved, rootsByDelegate, ids: own.map((each) => idOf(each)) });
  const next = {
    resolved,
    merged: changeObjects(index.merged, replaced),
    rootsByDelegate,
    publicByGateway: changeBuckets(index.publicByGateway, replaced, publicFiling),
    privateByGateway: changeBuckets(index.privateByGateway, replaced, privateFiling),
    exportedByGateway: changeBuckets(index.exportedByGateway, replaced, exportedFiling),
  };
  return { index: next, replaced };
}

/**
 * The VirtualServices of a gateway that a namespace sees, in the order in which they win: those of the namespace alone,
 * then those exported to it by name, then the public ones; the oldest first in each.
 */
export function virtualServicesFor(
  index: VirtualServiceIndex,
  namespace: string,
  gateway: string,
): readonly MeshVirtualService[] {
  const own = index.privateByGateway.get(`${namespace} ${gateway}`) ?? [];
  const exported = index.exportedByGateway.get(`${namespace} ${gateway}`) ?? [];
  const all = index.publicByGateway.get(gateway) ?? [];
  return own.length + exported.length === 0 ? all : [...own, ...exported, ...all];
}

/** What is wrong with VirtualServices. */
export function* virtualServiceProblems(index: VirtualServiceIndex): Generator<ConfigProblem> {
  for (const each of allObjects(index.resolved)) if (isUnusable(each)) yield each.unusable;
  for (const each of allObjects(index.merged)) yield* each.problems;
  const owners = new Map<string, MeshVirtualService>();
  for (const each of index.publicByGateway.get(meshGateway) ?? []) {
    for (const [i, host] of each.hosts.entries()) {
      const owner = owners.get(host);
      owners.set(host, owner ?? each);
      if (!owner || owner === each) continue;
      const older = `${owner.namespace}/${owner.name}`;
      yield configProblem(each.key, "FW1104", ["spec", "hosts", i], `has no effect in sidecars: '${older}' is older`);
    }
  }
}

const idOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }) => `${namespace}/${name}`;

function usable(found: ResolvedVirtualService | Unusable | undefined): ResolvedVirtualService | undefined {
  return found && !isUnusable(found) ? found : undefined;
}

interface Affected extends Pick<VirtualServiceIndex, "resolved" | "rootsByDelegate"> {
  readonly ids: readonly string[];
}

type MergedChange = Replacement<MeshVirtualService> & { readonly namespace: string; readonly name: string };

/** Merges anew those that changed, and those that delegate to them. */
function mergeAffected(index: VirtualServiceIndex, { resolved, rootsByDelegate, ids }: Affected): MergedChange[] {
  const affected = new Map<string, { readonly namespace: string; readonly name: string }>();
  for (const id of ids) {
    const [namespace = "", name = ""] = id.split("/");
    affected.set(id, { namespace, name });
    for (const root of rootsByDelegate.get(id) ?? []) affected.set(idOf(root), root);
  }
  const find = (id: string) => {
    const [namespace = "", name = ""] = id.split("/");
    return usable(getObject(resolved, namespace, name));
  };
  return [...affected.values()].map(({ namespace, name }) => {
    const root = usable(getObject(resolved, namespace, name));
    const after = root && root.hosts.length > 0 ? mergeDelegates(root, find) : undefined;
    return { namespace, name, before: getObject(index.merged, namespace, name), after };
  });
}

const delegateFiling: Filing<ResolvedVirtualService> = { bucketsOf: delegatesOf, compare: byAge };

const publicFiling: Filing<MeshVirtualService> = {
  bucketsOf: ({ visibility, gateways }) => (visibility === "all" ? gateways : []),
  compare: byAge,
};

const privateFiling: Filing<MeshVirtualService> = {
  bucketsOf: (each) => (isPrivate(each) ? each.gateways.map((gateway) => `${each.namespace} ${gateway}`) : []),
  compare: byAge,
};

const exportedFiling: Filing<MeshVirtualService> = {
  bucketsOf: (each) =>
    each.visibility === "all" || isPrivate(each)
      ? []
      : [...each.visibility].flatMap((namespace) => each.gateways.map((gateway) => `${namespace} ${gateway}`)),
  compare: byAge,
};

function isPrivate({ visibility, namespace }: MeshVirtualService): boolean {
  return visibility !== "all" && visibility.size === 1 && visibility.has(namespace);
}
