import type { DestinationRuleIndex } from "./destination-rule/destination-rule-index.ts";
import type { MergedDestinationRule } from "./destination-rule/merge-destination-rules.ts";
import type { MeshSettings } from "./mesh-settings.ts";
import type { SidecarScope } from "./sidecar/sidecar-scope.ts";
import type { MeshVirtualService } from "./virtual-service/mesh-virtual-service.ts";

interface Conditions {
  readonly sourceLabels?: { readonly [key: string]: string } | undefined;
}

/**
 * The labels of a proxy that make a difference: those that sources of routes must have, those that select clients, those
 * by which endpoints near to the client are found, and those that its traces carry.
 */
export function labelKeys(
  destinationRules: DestinationRuleIndex,
  settings: MeshSettings,
  scope: SidecarScope,
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const virtualService of scope.virtualServices) addSourceLabels(keys, virtualService);
  for (const { byHost } of destinationRules.byNamespace.values()) {
    for (const rules of byHost.values()) for (const rule of rules) addRuleLabels(keys, rule, scope.namespace);
  }
  addFailover(keys, settings.config.localityLbSetting);
  addFailover(keys, settings.config.zoneAwareLbSetting);
  if (traces(settings)) for (const key of tracedLabels) keys.add(key);
  return keys;
}

/** The labels by which traces call a workload. */
export const tracedLabels: readonly string[] = [
  "service.istio.io/canonical-name",
  "service.istio.io/canonical-revision",
];

function traces({ config: { enableTracing = true, defaultProviders } }: MeshSettings): boolean {
  return enableTracing || (defaultProviders?.tracing?.length ?? 0) > 0;
}

/** The labels by which routes choose their callers. */
export function sourceLabelKeys(virtualServices: readonly MeshVirtualService[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const virtualService of virtualServices) addSourceLabels(keys, virtualService);
  return keys;
}

function addSourceLabels(keys: Set<string>, { http, tls, tcp }: MeshVirtualService): void {
  for (const { match } of [...http, ...tls, ...tcp]) {
    for (const { sourceLabels } of (match ?? []) as readonly Conditions[]) {
      for (const key of Object.keys(sourceLabels ?? {})) keys.add(key);
    }
  }
}

function addRuleLabels(keys: Set<string>, rule: MergedDestinationRule, namespace: string): void {
  if (rule.selector && rule.namespace === namespace) for (const key of Object.keys(rule.selector)) keys.add(key);
  for (const policy of [rule.trafficPolicy, ...rule.subsets.map(({ trafficPolicy }) => trafficPolicy)]) {
    for (const { loadBalancer } of policy ? [policy, ...(policy.portLevelSettings ?? [])] : []) {
      addFailover(keys, loadBalancer?.localityLbSetting);
      addFailover(keys, loadBalancer?.zoneAwareLbSetting);
    }
  }
}

interface Failover {
  readonly failoverPriority?: readonly string[] | undefined;
}

/** An entry is a label's key, or a key and the value that counts. */
function addFailover(keys: Set<string>, setting: Failover | undefined): void {
  for (const entry of setting?.failoverPriority ?? []) keys.add(entry.split("=")[0] ?? "");
}
