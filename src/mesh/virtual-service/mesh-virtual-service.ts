import type { Destination, HttpRoute, ResourceKey } from "../../api/index.ts";
import { isVisible } from "../../core/index.ts";
import { type ConfigProblem, configProblem } from "../config-problem.ts";
import { mergeDelegateRoute } from "./merge-delegate.ts";
import type { ResolvedVirtualService } from "./resolve-virtual-service.ts";

/** A service that a VirtualService sends traffic to. */
export interface RouteTarget {
  readonly host: string;
  /** 0 if the route leaves the port open. */
  readonly port: number;
  /** Namespaces of the callers that the route is for; absent: all. */
  readonly callers?: ReadonlySet<string>;
}

/** A VirtualService as proxies are to apply it, with the routes of its delegates in place. */
export interface MeshVirtualService extends ResolvedVirtualService {
  /** Where its traffic goes, mirrors included. */
  readonly targets: readonly RouteTarget[];
  /** The objects it was made from, itself first. */
  readonly sources: readonly ResourceKey[];
  readonly problems: readonly ConfigProblem[];
}

/** `namespace/name` of the VirtualServices that routes of this one delegate to. */
export function delegatesOf(service: ResolvedVirtualService): readonly string[] {
  const names = service.http.flatMap(({ delegate }) => (delegate ? [delegateId(service, delegate)] : []));
  return [...new Set(names)];
}

/** Puts the routes of its delegates in place; a route whose delegate cannot be used is left out, with a problem. */
export function mergeDelegates(
  root: ResolvedVirtualService,
  find: (id: string) => ResolvedVirtualService | undefined,
): MeshVirtualService {
  const sources = [root.key];
  const problems: ConfigProblem[] = [];
  const http = root.http.flatMap((route, i): readonly HttpRoute[] => {
    if (!route.delegate) return [route];
    const path = ["spec", "http", i, "delegate"];
    const id = delegateId(root, route.delegate);
    const found = find(id);
    // Delegates do not nest, and one with hosts of its own is no delegate.
    if (!found || found.hosts.length > 0 || !isVisible(found.visibility, root.namespace)) {
      problems.push(
        configProblem(
          root.key,
          "FW1102",
          path,
          `must name a virtual service without hosts that is visible here: '${id}' is not`,
        ),
      );
      return [];
    }
    if (!sources.includes(found.key)) sources.push(found.key);
    return found.http.flatMap((child, j) => {
      const merged = child.delegate ? undefined : mergeDelegateRoute(route, child);
      if (merged) return [merged];
      problems.push(configProblem(root.key, "FW1103", path, `must fit the conditions of route ${j} of '${id}'`));
      return [];
    });
  });
  return { ...root, http, targets: targetsOf({ ...root, http }), sources, problems };
}

function delegateId(root: ResolvedVirtualService, delegate: NonNullable<HttpRoute["delegate"]>): string {
  return `${delegate.namespace || root.namespace}/${delegate.name ?? ""}`;
}

interface Conditions {
  readonly sourceNamespace?: string | undefined;
}

function targetsOf({ http, tls, tcp }: Pick<ResolvedVirtualService, "http" | "tls" | "tcp">): readonly RouteTarget[] {
  const targets: RouteTarget[] = [];
  const add = (destination: Destination | undefined, match: readonly Conditions[] | undefined) => {
    if (!destination) return;
    const callers = callersOf(match);
    targets.push({ host: destination.host, port: destination.port?.number ?? 0, ...(callers && { callers }) });
  };
  for (const { route = [], mirror, mirrors = [], match } of http) {
    for (const { destination } of [...route, ...mirrors]) add(destination, match);
    add(mirror, match);
  }
  for (const { route = [], match } of [...tls, ...tcp]) {
    for (const { destination } of route) add(destination, match as readonly Conditions[] | undefined);
  }
  return targets;
}

function callersOf(match: readonly Conditions[] | undefined): ReadonlySet<string> | undefined {
  if (!match?.length || match.some(({ sourceNamespace }) => !sourceNamespace)) return undefined;
  return new Set(match.map(({ sourceNamespace }) => sourceNamespace ?? ""));
}
