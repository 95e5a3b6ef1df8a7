import type { Service } from "../core/index.ts";
import { byAge } from "../registry/index.ts";
import { type Buckets, changeBuckets, type Filing, mergeSorted, type Replacement } from "./buckets.ts";
import { lazy } from "./lazy.ts";

/** All services, by name and by who sees them; the oldest first everywhere. */
export interface ServiceIndex {
  /** The same host may be defined in several namespaces, and several times in one. */
  readonly byHost: Buckets<Service>;
  readonly byNamespace: Buckets<Service>;
  /** Seen everywhere; the only bucket is ``. */
  readonly public: Buckets<Service>;
  /** Seen in their own namespace only. */
  readonly privateByNamespace: Buckets<Service>;
  /** Seen in some namespaces, by each of them. */
  readonly exportedToNamespace: Buckets<Service>;
  /** Hosts that more than one service has. */
  readonly repeatedHosts: () => ReadonlySet<string>;
}

export const emptyServiceIndex: ServiceIndex = {
  byHost: new Map(),
  byNamespace: new Map(),
  public: new Map(),
  privateByNamespace: new Map(),
  exportedToNamespace: new Map(),
  repeatedHosts: () => new Set(),
};

/** The index after some services changed. */
export function changeServices(index: ServiceIndex, changes: readonly Replacement<Service>[]): ServiceIndex {
  if (changes.length === 0) return index;
  const byHost = changeBuckets(index.byHost, changes, hostFiling);
  return {
    byHost,
    byNamespace: changeBuckets(index.byNamespace, changes, namespaceFiling),
    public: changeBuckets(index.public, changes, publicFiling),
    privateByNamespace: changeBuckets(index.privateByNamespace, changes, privateFiling),
    exportedToNamespace: changeBuckets(index.exportedToNamespace, changes, exportedFiling),
    repeatedHosts: lazy(() => new Set([...byHost].filter(([, inside]) => inside.length > 1).map(([host]) => host))),
  };
}

/** The services that a namespace sees, the oldest first. */
export function visibleServices(index: ServiceIndex, namespace: string): readonly Service[] {
  return mergeSorted(
    [
      index.public.get("") ?? [],
      index.privateByNamespace.get(namespace) ?? [],
      index.exportedToNamespace.get(namespace) ?? [],
    ],
    byAge,
  );
}

/** What became of services between two moments, by their identity. */
export function diffServices(before: Iterable<Service>, after: Iterable<Service>): readonly Replacement<Service>[] {
  const gone = new Set(before);
  const come: Service[] = [];
  for (const service of after) if (!gone.delete(service)) come.push(service);
  return [...Array.from(gone, (service) => ({ before: service })), ...come.map((service) => ({ after: service }))];
}

const filing = (bucketsOf: Filing<Service>["bucketsOf"]): Filing<Service> => ({ bucketsOf, compare: byAge });

const hostFiling = filing(({ hostname }) => [hostname]);
const namespaceFiling = filing(({ namespace }) => [namespace]);
const publicFiling = filing(({ visibility }) => (visibility === "all" ? [""] : []));
const privateFiling = filing((service) => (isPrivate(service) ? [service.namespace] : []));
const exportedFiling = filing((service) =>
  service.visibility === "all" || isPrivate(service) ? [] : service.visibility,
);

function isPrivate({ visibility, namespace }: Service): boolean {
  return visibility !== "all" && visibility.size === 1 && visibility.has(namespace);
}
