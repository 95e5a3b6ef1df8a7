import { formatGroupKind, formatKey, type Resource, type ResourceKey } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { ResourceStore } from "../core/index.ts";
import { xdsTypes } from "../deliver/index.ts";
import { meshKinds } from "../mesh/index.ts";
import { registryKinds } from "../registry/index.ts";
import { secretKinds } from "../secrets/index.ts";
import type { Distribution } from "./distribution.ts";

/** What the page looks into. */
export interface DistributionPageOptions {
  /** Undefined if distribution is not followed. */
  readonly distribution: Distribution | undefined;
  readonly store: ResourceStore;
  /** An object as it was last read for proxies. */
  readonly known: (key: ResourceKey) => Resource | undefined;
}

/** The kinds that proxies are told of. */
const toldKinds = [...registryKinds, ...meshKinds, ...secretKinds];

/** The words of istiod's page for the types that each proxy has or has not accepted. */
const ackedWords: { readonly [type: string]: string } = {
  [xdsTypes.cluster]: "cluster_acked",
  [xdsTypes.listener]: "listener_acked",
  [xdsTypes.route]: "route_acked",
  [xdsTypes.endpoint]: "endpoint_acked",
};

/**
 * How many proxies have an object as it is in the store, and which types each of them has; `resource` is
 * `[GROUP/]KIND/[NAMESPACE/]NAME`. Without it, the objects whose last change is still under way.
 */
export async function configDistribution(
  { distribution, store, known }: DistributionPageOptions,
  resource: string | null,
  namespace: string | null,
): Promise<object> {
  if (!distribution) {
    throw new FairwayError("Unavailable", "distribution is not followed: start with --distribution-status=true");
  }
  if (!resource) return Object.fromEntries(distribution.underWay());
  const { key, object } = await find(store, resource);
  const id = formatKey(key);
  if (!object && !known(key) && !distribution.isUnderWay(id)) throw new FairwayError("NotFound", `there is no ${id}`);
  const { resourceVersion, generation } = object?.metadata ?? {};
  // What was written a moment ago may not have been read yet: then nobody has it.
  const isRead = known(key)?.metadata.resourceVersion === resourceVersion;
  const { version, proxies, acknowledged } = distribution.progressOf(id);
  return {
    resource: id,
    ...(object ? { resourceVersion, generation } : { deleted: true }),
    ...(isRead && version !== undefined && { version }),
    proxies,
    acknowledged: isRead ? acknowledged : 0,
    clients: clients(distribution, id, { namespace, acked: isRead ? (resourceVersion ?? "deleted") : undefined }),
  };
}

function clients(
  distribution: Distribution,
  id: string,
  { namespace, acked }: { readonly namespace: string | null; readonly acked: string | undefined },
): readonly object[] {
  const shown = [...distribution.typesWith(id, Object.keys(ackedWords))].filter(
    ([{ proxy }]) => !namespace || proxy.namespace === namespace,
  );
  return shown
    .map(([{ proxy }, types]) => {
      const words = acked === undefined ? [] : Array.from(types, (type) => [ackedWords[type], acked] as const);
      return { proxy: proxy.id, ...Object.fromEntries(words) };
    })
    .sort((a, b) => (a.proxy < b.proxy ? -1 : 1));
}

/** The object that is meant. Where several kinds have the name, that of which there is one. */
async function find(
  store: ResourceStore,
  resource: string,
): Promise<{ readonly key: ResourceKey; readonly object: Resource | undefined }> {
  const catalog = store.kinds();
  const keys = toldKinds.flatMap((type): readonly ResourceKey[] => {
    const prefix = [formatGroupKind(type), type.kind].find((each) => resource.startsWith(`${each}/`));
    const kind = catalog.find(type);
    if (prefix === undefined || !kind) return [];
    const rest = resource.slice(prefix.length + 1).split("/");
    const [namespace = "", name = ""] = rest.length === 1 ? ["", ...rest] : rest;
    if (name === "" || rest.length > 2 || (namespace !== "") !== kind.namespaced) return [];
    return [{ group: type.group, kind: type.kind, namespace, name }];
  });
  const [first] = keys;
  if (!first) {
    const message = `'${resource}' must be KIND/NAMESPACE/NAME, or KIND/NAME, of a kind that proxies are told of`;
    throw new FairwayError("BadRequest", message);
  }
  for (const key of keys) {
    const object = await store.get(key);
    if (object) return { key, object };
  }
  return { key: first, object: undefined };
}
