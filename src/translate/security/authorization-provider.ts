import type { MeshConfig } from "../../api/index.ts";
import type { ProxyScope } from "../../mesh/index.ts";
import { type Collector, findCollector } from "../filter/collector.ts";
import { statusWord } from "./ext-authz-status.ts";

type ExtensionProvider = NonNullable<MeshConfig["extensionProviders"]>[number];
export type ExtAuthzHttp = NonNullable<ExtensionProvider["envoyExtAuthzHttp"]>;
export type ExtAuthzGrpc = NonNullable<ExtensionProvider["envoyExtAuthzGrpc"]>;

/** Who decides for CUSTOM policies: a service that is asked over HTTP or gRPC, or the reason why nobody can be asked. */
export type AuthorizationProvider = { readonly name: string } & (
  | { readonly http: ExtAuthzHttp; readonly service: Collector }
  | { readonly grpc: ExtAuthzGrpc; readonly service: Collector }
  | { readonly fault: string }
);

/** The providers that CUSTOM policies of a workload name, by their names in order. */
export function authorizationProviders(scope: ProxyScope): readonly AuthorizationProvider[] {
  const names = scope.policies.authorizationPolicies.CUSTOM.map(({ resource }) => resource.spec?.provider?.name ?? "");
  return [...new Set(names)].sort().map((name) => resolveProvider(scope, name));
}

function resolveProvider(scope: ProxyScope, name: string): AuthorizationProvider {
  const { extensionProviders = [] } = scope.settings.config;
  const provider = extensionProviders.findLast((each) => each.name === name);
  const { envoyExtAuthzHttp: http, envoyExtAuthzGrpc: grpc } = provider ?? {};
  const settings = http ?? grpc;
  if (!settings) return { name, fault: "is not an authorization provider of the mesh" };
  const service = findCollector(scope, settings);
  if (!service) return { name, fault: `has the service '${settings.service ?? ""}', which has no such port here` };
  const { statusOnError, includeRequestBodyInCheck: body } = settings;
  if (body && !body.maxRequestBytes) return { name, fault: "asks for requests' bodies but allows them no bytes" };
  if (statusOnError && !statusWord(statusOnError)) return { name, fault: `cannot answer with '${statusOnError}'` };
  if (grpc) return { name, grpc, service };
  if (!http) return { name, fault: "is not an authorization provider of the mesh" };
  if (http.pathPrefix && !http.pathPrefix.startsWith("/")) {
    return { name, fault: `has the path prefix '${http.pathPrefix}', which does not start with '/'` };
  }
  return { name, http, service };
}
