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
  const keys = new Set(sourceLabelKeys(scope.virtualServices));
  const { everywhere, byNamespace } = ruleLabelKeys(destinationRules);
  for (const key of everywhere) keys.add(key);
  for (const key of byNamespace.get(scope.namespace) ?? []) keys.add(key);
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
  const known = callerKeys.get(virtualServices);
  if (known) return known;
  const keys = new Set<string>();
  for (const { http, tls, tcp } of virtualServices) {
    for (const rules of [http, tls, tcp]) for (const rule of rules) addSourceLabels(keys, rule.match);
  }
  callerKeys.set(virtualServices, keys);
  return keys;
}

const callerKeys = new WeakMap<readonly MeshVirtualService[], ReadonlySet<string>>();

function addSourceLabels(keys: Set<string>, match: readonly Conditions[] | undefined): void {
  for (const { sourceLabels } of match ?? []) if (sourceLabels) for (const key in sourceLabels) keys.add(key);
}

/** Labels by which rules choose, for clients of all namespaces and of single ones. */
interface RuleLabelKeys {
  readonly everywhere: ReadonlySet<string>;
  readonly byNamespace: ReadonlyMap<string, ReadonlySet<string>>;
}

const keysOfRules = new WeakMap<DestinationRuleIndex, RuleLabelKeys>();

function ruleLabelKeys(index: DestinationRuleIndex): RuleLabelKeys {
  const known = keysOfRules.get(index);
  if (known) return known;
  const everywhere = new Set<string>();
  const byNamespace = new Map<string, Set<string>>();
  for (const { byHost } of index.byNamespace.values()) {
    for (const rules of byHost.values()) {
      for (const rule of rules) {
        addFailoverLabels(everywhere, rule);
        if (!rule.selector) continue;
        const own = byNamespace.get(rule.namespace) ?? new Set();
        for (const key of Object.keys(rule.selector)) own.add(key);
        byNamespace.set(rule.namespace, own);
      }
    }
  }
  const keys = { everywhere, byNamespace };
  keysOfRules.set(index, keys);
  return keys;
}

function addFailoverLabels(keys: Set<string>, rule: MergedDestinationRule): void {
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
