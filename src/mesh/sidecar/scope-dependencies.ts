import { formatGroupKind, formatKey, type ResourceKey } from "../../api/index.ts";
import { isVisible, type Service } from "../../core/index.ts";
import type { Replacement } from "../buckets.ts";
import type { ResolvedDestinationRule } from "../destination-rule/resolve-destination-rule.ts";
import { coversHost, isWildcard } from "../host-map.ts";
import type { MeshVirtualService } from "../virtual-service/mesh-virtual-service.ts";
import { importsVirtualService } from "./egress-scope.ts";
import { importsHost } from "./host-imports.ts";
import type { SidecarScope } from "./sidecar-scope.ts";

/** Kinds that are for the proxies of their own namespace, or of all if they stand in the root namespace. */
const namespaceKinds: ReadonlySet<string> = new Set([
  "networking.istio.io/EnvoyFilter",
  "networking.istio.io/Sidecar",
  "security.istio.io/AuthorizationPolicy",
  "security.istio.io/RequestAuthentication",
  "telemetry.istio.io/Telemetry",
  "extensions.istio.io/WasmPlugin",
  "extensions.istio.io/TrafficExtension",
]);

const serviceKinds: ReadonlySet<string> = new Set(["Service", "networking.istio.io/ServiceEntry"]);

/** How a scope finds a DestinationRule by its key. */
export type FindRule = (key: ResourceKey) => ResolvedDestinationRule | undefined;

/** Whose configuration may depend on an object. */
export interface Dependent {
  readonly namespace: string;
  readonly scope: SidecarScope;
}

/** Whether what is made for a client may depend on an object. Kinds that scopes know nothing of always count. */
export function scopeDependsOn(
  { namespace, scope }: Dependent,
  key: ResourceKey,
  rootNamespace: string,
  find: FindRule,
): boolean {
  const kind = formatGroupKind(key);
  if (namespaceKinds.has(kind)) return key.namespace === namespace || key.namespace === rootNamespace;
  if (serviceKinds.has(kind) || kind === "networking.istio.io/VirtualService") {
    return scope.sources().has(formatKey(key));
  }
  if (kind !== "networking.istio.io/DestinationRule") return true;
  const rule = find(key);
  return rule !== undefined && ruleTouches(scope, rule, rootNamespace);
}

/** What changed between two snapshots, as far as scopes read it. */
export interface ScopeChanges {
  readonly services: readonly Replacement<Service>[];
  readonly virtualServices: readonly Replacement<MeshVirtualService>[];
  readonly destinationRules: readonly Replacement<ResolvedDestinationRule>[];
}

/** How much of a scope would be another if it were made anew. May say too much, never too little. */
export type ScopeDamage = "none" | "rules" | "routes" | "services";

/** What changes do to a scope; each word stands for those before it too. */
export function damageOf(scope: SidecarScope, changes: ScopeChanges, rootNamespace: string): ScopeDamage {
  if (servicesTouch(scope, changes.services)) return "services";
  if (changes.virtualServices.some((change) => either(change, (each) => virtualServiceTouches(scope, each)))) {
    return "routes";
  }
  const touched = changes.destinationRules.some((change) =>
    either(change, (rule) => ruleTouches(scope, rule, rootNamespace)),
  );
  return touched ? "rules" : "none";
}

/** Whether the services of a scope may differ. */
function servicesTouch(scope: SidecarScope, changes: ScopeChanges["services"]): boolean {
  return changes.some((change) => either(change, (service) => serviceTouches(scope, service)));
}

function either<T>({ before, after }: Replacement<T>, test: (item: T) => boolean): boolean {
  return (before !== undefined && test(before)) || (after !== undefined && test(after));
}

function serviceTouches(scope: SidecarScope, { hostname, namespace, visibility }: Service): boolean {
  // A route's own namespace may lead to a service that it does not see otherwise.
  if (scope.routedHosts().has(hostname)) return true;
  return (
    isVisible(visibility, scope.namespace) &&
    scope.egress.some(({ imports }) => importsHost(imports, namespace, hostname))
  );
}

function virtualServiceTouches(scope: SidecarScope, each: MeshVirtualService): boolean {
  return (
    each.gateways.includes("mesh") &&
    isVisible(each.visibility, scope.namespace) &&
    scope.egress.some(({ imports }) => importsVirtualService(imports, each))
  );
}

function ruleTouches(scope: SidecarScope, rule: ResolvedDestinationRule, rootNamespace: string): boolean {
  // A namespace's own rules are for its clients whatever they are exported to.
  if (rule.namespace !== scope.namespace && !isVisible(rule.visibility, scope.namespace)) return false;
  const anywhere = rule.namespace === scope.namespace || rule.namespace === rootNamespace;
  const concerns = (service: Service | undefined) =>
    service !== undefined && (anywhere || service.namespace === rule.namespace);
  if (!isWildcard(rule.host)) return concerns(scope.service(rule.host));
  return scope.services.some((service) => coversHost(rule.host, service.hostname) && concerns(service));
}
