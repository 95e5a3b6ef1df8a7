import type { DestinationRuleIndex } from "./destination-rule/destination-rule-index.ts";
import type { MergedDestinationRule } from "./destination-rule/merge-destination-rules.ts";
import type { MeshSettings } from "./mesh-settings.ts";
import type { SidecarScope } from "./sidecar/sidecar-scope.ts";
import type { MeshVirtualService } from "./virtual-service/mesh-virtual-service.ts";

interface Conditions {
  readonly sourceLabels?: { readonly [key: string]: string } | undefined;
}

/**
 * The labels of a proxy by which routes and rules choose: those that sources must have, those that select clients, and
 * those by which endpoints near to the client are found.
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
