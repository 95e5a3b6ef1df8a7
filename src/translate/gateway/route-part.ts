import type { HttpRetry, ResourceKey } from "../../api/index.ts";
import { WeakValueMap } from "../../base/weak-value-map.ts";
import { isVisible, type Service } from "../../core/index.ts";
import type { MergedDestinationRule, MeshVirtualService } from "../../mesh/index.ts";
import { destinationSources } from "../listener/route-forwarding.ts";
import { resolveDestination } from "../resolve-destination.ts";
import { type HttpRoutes, httpRoutes } from "../route/http-routes.ts";
import type { RouteSource } from "../route/route-context.ts";
import type { View } from "../view.ts";

/** A service that routes lead to, and how it is called. */
export interface PartTarget {
  /** Undefined: no registry has the host. */
  readonly service: Service | undefined;
  readonly rule: MergedDestinationRule | undefined;
}

/** Where a VirtualService stands at a gateway. */
export interface PartPlace {
  /** `namespace/name` of the Gateways that it is reached through. */
  readonly gateways: readonly string[];
  /** The port that clients call. */
  readonly port: number;
  /** Clients speak TLS to the port. */
  readonly tls: boolean;
  readonly source: RouteSource;
  readonly retries: HttpRetry | undefined;
}

/** The routes that a VirtualService has at some servers of a gateway; hosts with the same parts are alike. */
export interface RoutePart extends PartPlace {
  readonly virtualService: MeshVirtualService;
  /** By host. */
  readonly targets: ReadonlyMap<string, PartTarget>;
}

const knownParts = new WeakMap<MeshVirtualService, WeakValueMap<string, RoutePart>>();

/** A VirtualService's part at a place; the same object for as long as nothing it is made from changes. */
export function routePart(view: View, virtualService: MeshVirtualService, place: PartPlace): RoutePart {
  const parts = knownParts.get(virtualService) ?? new WeakValueMap<string, RoutePart>();
  knownParts.set(virtualService, parts);
  const id = [place.port, place.tls, place.source.namespace, ...place.gateways].join(" ");
  const made = { ...place, virtualService, targets: partTargets(view, virtualService) };
  const before = parts.get(id);
  const part = before && samePart(before, made) ? before : made;
  parts.set(id, part);
  return part;
}

function samePart(a: RoutePart, b: RoutePart): boolean {
  if (a.source.labels !== b.source.labels || a.retries !== b.retries) return false;
  for (const [host, { service, rule }] of b.targets) {
    const before = a.targets.get(host);
    if (before?.service !== service || before?.rule !== rule) return false;
  }
  return true;
}

/** The services behind a VirtualService's routes. One of its own namespace is meant before others of the name. */
function partTargets({ scope, registry }: View, { namespace, targets }: MeshVirtualService): RoutePart["targets"] {
  const { sidecar, proxy, labels } = scope;
  const find = (host: string) => {
    const own = registry.service(host, namespace);
    return own && isVisible(own.visibility, proxy.namespace) ? own : sidecar.service(host);
  };
  return new Map(
    targets.map(({ host }) => {
      const service = find(host);
      return [host, { service, rule: service && sidecar.destinationRule(service, labels) }];
    }),
  );
}

const unknown: PartTarget = { service: undefined, rule: undefined };
const knownRoutes = new WeakMap<RoutePart, HttpRoutes>();

/** The part's routes. */
export function partRoutes(part: RoutePart): HttpRoutes {
  const { virtualService, targets, ...place } = part;
  const routes =
    knownRoutes.get(part) ??
    httpRoutes(virtualService, {
      ...place,
      resolve: (destination) => resolveDestination(destination, targets.get(destination.host) ?? unknown, place.port),
    });
  knownRoutes.set(part, routes);
  return routes;
}

/** The objects that the part was made from. */
export function partSources({ virtualService, targets }: RoutePart): readonly ResourceKey[] {
  return [...virtualService.sources, ...[...targets.values()].flatMap(destinationSources)];
}
