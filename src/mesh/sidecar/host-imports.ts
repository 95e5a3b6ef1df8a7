import { coversHost, hostsOverlap, isWildcard } from "../host-map.ts";

/** Hosts that are named exactly or by wildcards. */
export interface HostSet {
  /** `*` is among them. */
  readonly all: boolean;
  readonly exact: ReadonlySet<string>;
  readonly wildcards: readonly string[];
}

/** What an egress listener lets its workload know, by namespace; `*` is any namespace. */
export interface HostImports {
  readonly included: ReadonlyMap<string, HostSet>;
  readonly excluded: ReadonlyMap<string, HostSet>;
}

/** Everything that is visible. */
export const allImports: HostImports = parseImports(["*/*"], "");

/** Reads `namespace/host` entries: `.` is the own namespace, `~/*` nothing, and `~namespace/host` an exception. */
export function parseImports(hosts: readonly string[], namespace: string): HostImports {
  const included = new Map<string, string[]>();
  const excluded = new Map<string, string[]>();
  for (const entry of hosts) {
    const slash = entry.indexOf("/");
    const scope = entry.slice(0, Math.max(slash, 0));
    if (scope === "~") continue;
    const [into, name] = scope.startsWith("~") ? [excluded, scope.slice(1)] : [included, scope];
    const meant = name === "." ? namespace : name === "" ? "*" : name;
    into.set(meant, [...(into.get(meant) ?? []), entry.slice(slash + 1).toLowerCase()]);
  }
  return { included: hostSets(included), excluded: hostSets(excluded) };
}

/** Whether a host that a namespace defines is imported. */
export function importsHost(imports: HostImports, namespace: string, host: string): boolean {
  return inScope(imports.included, namespace, (set) => coversSet(set, host)) && !excludes(imports, namespace, host);
}

/** Whether routes of a namespace for a host are imported: they may be for more or for fewer names than the import. */
export function importsRoutes(imports: HostImports, namespace: string, host: string): boolean {
  return inScope(imports.included, namespace, (set) => overlapsSet(set, host)) && !excludes(imports, namespace, host);
}

function excludes({ excluded }: HostImports, namespace: string, host: string): boolean {
  return excluded.size > 0 && inScope(excluded, namespace, (set) => coversSet(set, host));
}

function inScope(sets: ReadonlyMap<string, HostSet>, namespace: string, test: (set: HostSet) => boolean): boolean {
  const own = sets.get(namespace);
  if (own && test(own)) return true;
  const any = sets.get("*");
  return any !== undefined && test(any);
}

function coversSet({ all, exact, wildcards }: HostSet, host: string): boolean {
  return all || exact.has(host) || wildcards.some((wildcard) => coversHost(wildcard, host));
}

function overlapsSet(set: HostSet, host: string): boolean {
  if (coversSet(set, host)) return true;
  if (!isWildcard(host)) return false;
  return [...set.exact, ...set.wildcards].some((each) => hostsOverlap(each, host));
}

function hostSets(byNamespace: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, HostSet> {
  return new Map([...byNamespace].map(([namespace, hosts]) => [namespace, hostSet(hosts)]));
}

function hostSet(hosts: readonly string[]): HostSet {
  return {
    all: hosts.includes("*"),
    exact: new Set(hosts.filter((host) => !isWildcard(host))),
    wildcards: hosts.filter((host) => isWildcard(host) && host !== "*"),
  };
}
