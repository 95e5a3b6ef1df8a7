import type { Any } from "../gen/any.ts";
import type { Metadata } from "../gen/envoy/config/core/v3.ts";
import type { Route, RouteConfiguration, VirtualHost } from "../gen/envoy/config/route/v3.ts";

/** The route that a request takes, with what is above it. */
export interface SelectedRoute {
  readonly table: RouteConfiguration;
  readonly virtualHost: VirtualHost;
  readonly route: Route;
}

const wrapper = "type.googleapis.com/envoy.config.route.v3.FilterConfig";

/** A filter's own configuration for this route, from the most specific place that has one; `off` if it is switched off there. */
export function perRouteConfig(selected: SelectedRoute | undefined, filter: string): Any | "off" | undefined {
  if (selected === undefined) return undefined;
  const { route, virtualHost, table } = selected;
  for (const { typedPerFilterConfig } of [route, virtualHost, table]) {
    const found = typedPerFilterConfig?.[filter];
    if (found === undefined) continue;
    if (found["@type"] !== wrapper) return found;
    if (found["disabled"] === true) return "off";
    if (found["config"] !== undefined) return found["config"] as Any;
  }
  return undefined;
}

/** The object that something came from, as Istio's metadata tells it: `/apis/…/virtual-service/reviews`. */
export function configPath(metadata: Metadata | undefined): string | undefined {
  const config = metadata?.filterMetadata?.["istio"]?.["config"];
  return typeof config === "string" ? config : undefined;
}
