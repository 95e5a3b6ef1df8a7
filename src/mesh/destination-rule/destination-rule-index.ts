import type { DestinationRule } from "../../api/index.ts";
import { isSuperset, type Labels } from "../../base/labels.ts";
import { isVisible, type ResourceChange } from "../../core/index.ts";
import { type Buckets, changeBuckets, type Filing, type Replacement } from "../buckets.ts";
import type { ConfigProblem } from "../config-problem.ts";
import { findHost, type HostMap, hostMap, matchesOf } from "../host-map.ts";
import type { MeshSettings } from "../mesh-settings.ts";
import { allObjects, changeObjects, getObject, type Objects } from "../objects.ts";
import { byAge } from "../precedence.ts";
import { isUnusable, resolveObject, type Unusable } from "../resolve-object.ts";
import { type MergedDestinationRule, mergeDestinationRules } from "./merge-destination-rules.ts";
import { type ResolvedDestinationRule, resolveDestinationRule } from "./resolve-destination-rule.ts";

/** The rules of one namespace by host. */
export interface NamespaceRules {
  readonly byHost: ReadonlyMap<string, readonly MergedDestinationRule[]>;
  /** All of them, for clients of the namespace itself. */
  readonly local: HostMap<readonly MergedDestinationRule[]>;
  /** Those that clients of other namespaces may see. */
  readonly exported: HostMap<readonly MergedDestinationRule[]>;
  /** Those that only the namespace itself sees. */
  readonly hidden: HostMap<readonly MergedDestinationRule[]>;
}

/** All DestinationRules, merged by namespace and host. */
export interface DestinationRuleIndex {
  readonly resolved: Objects<ResolvedDestinationRule | Unusable>;
  /** By `namespace host`. */
  readonly byHost: Buckets<ResolvedDestinationRule>;
  readonly byNamespace: ReadonlyMap<string, NamespaceRules>;
}

export const emptyDestinationRuleIndex: DestinationRuleIndex = {
  resolved: new Map(),
  byHost: new Map(),
  byNamespace: new Map(),
};

/** The index after some DestinationRules changed; what is said of other hosts keeps its identity. */
export function changeDestinationRules(
  index: DestinationRuleIndex,
  changes: readonly ResourceChange[],
  settings: MeshSettings,
): { readonly index: DestinationRuleIndex; readonly replaced: readonly Replacement<ResolvedDestinationRule>[] } {
  if (changes.length === 0) return { index, replaced: [] };
  const replaced = changes.map(({ key, after }) => ({
    namespace: key.namespace,
    name: key.name,
    before: usable(getObject(index.resolved, key.namespace, key.name)),
    after: after && resolveObject(after, (rule: DestinationRule) => resolveDestinationRule(rule, settings)),
  }));
  const rules = replaced.map(({ before, after }) => ({ before, after: usable(after) }));
  const byHost = changeBuckets(index.byHost, rules, hostFiling);
  const touched = Map.groupBy(
    rules.flatMap(({ before, after }) => [before, after].filter((rule) => rule !== undefined)),
    ({ namespace }) => namespace,
  );
  const byNamespace = new Map(index.byNamespace);
  for (const [namespace, inside] of touched) {
    const hosts = new Set(inside.map(({ host }) => host));
    const next = changeNamespace(index.byNamespace.get(namespace), namespace, hosts, byHost);
    if (next.byHost.size === 0) byNamespace.delete(namespace);
    else byNamespace.set(namespace, next);
  }
  return { index: { resolved: changeObjects(index.resolved, replaced), byHost, byNamespace }, replaced: rules };
}

/** Who asks for the rule of a host. */
export interface RuleQuery {
  /** The client's namespace. */
  readonly client: string;
  readonly host: string;
  /** The service's namespace. */
  readonly owner: string;
  readonly rootNamespace: string;
}

/**
 * The rules that say how a client reaches a host, in the order in which they are tried by the client's labels: of the
 * client's namespace, else of the service's, else of the root namespace. Clients of the root namespace see what it tells
 * the whole mesh last, as all others do.
 */
export function destinationRulesFor(index: DestinationRuleIndex, query: RuleQuery): readonly MergedDestinationRule[] {
  const { client, host, owner, rootNamespace } = query;
  const own = index.byNamespace.get(client);
  const local = own && findHost(client === rootNamespace ? own.hidden : own.local, host);
  if (local) return local;
  for (const namespace of owner === rootNamespace ? [owner] : [owner, rootNamespace]) {
    const exported = index.byNamespace.get(namespace)?.exported;
    // What the client cannot see must not hide what it can, so less specific hosts are tried too.
    for (const rules of exported ? matchesOf(exported, host) : []) {
      const visible = rules.filter(({ visibility }) => isVisible(visibility, client));
      if (visible.length > 0) return visible;
    }
  }
  return [];
}

/** The rule for a client with these labels; without labels (the inbound side) those for selected workloads do not count. */
export function selectRule(
  rules: readonly MergedDestinationRule[],
  client: string,
  labels: Labels | undefined,
): MergedDestinationRule | undefined {
  return rules.find(({ selector, namespace }) => {
    if (!selector) return true;
    return labels !== undefined && namespace === client && isSuperset(labels, selector);
  });
}

/** What is wrong with DestinationRules. */
export function* destinationRuleProblems(index: DestinationRuleIndex): Generator<ConfigProblem> {
  for (const each of allObjects(index.resolved)) if (isUnusable(each)) yield each.unusable;
  for (const { byHost } of index.byNamespace.values()) {
    for (const rules of byHost.values()) for (const { problems } of rules) yield* problems;
  }
}

function usable(found: ResolvedDestinationRule | Unusable | undefined): ResolvedDestinationRule | undefined {
  return found && !isUnusable(found) ? found : undefined;
}

const hostFiling: Filing<ResolvedDestinationRule> = {
  bucketsOf: ({ namespace, host }) => [`${namespace} ${host}`],
  compare: byAge,
};

function changeNamespace(
  rules: NamespaceRules | undefined,
  namespace: string,
  hosts: ReadonlySet<string>,
  sources: Buckets<ResolvedDestinationRule>,
): NamespaceRules {
  const byHost = new Map(rules?.byHost);
  for (const host of hosts) {
    const inside = sources.get(`${namespace} ${host}`);
    if (inside) byHost.set(host, mergeDestinationRules(inside));
    else byHost.delete(host);
  }
  const isHidden = ({ visibility }: MergedDestinationRule) =>
    visibility !== "all" && [...visibility].every((seenBy) => seenBy === namespace);
  return {
    byHost,
    local: hostMap(byHost),
    exported: hostMap(keepRules(byHost, (rule) => !isHidden(rule))),
    hidden: hostMap(keepRules(byHost, isHidden)),
  };
}

function* keepRules(
  byHost: ReadonlyMap<string, readonly MergedDestinationRule[]>,
  keep: (rule: MergedDestinationRule) => boolean,
): Generator<readonly [string, readonly MergedDestinationRule[]]> {
  for (const [host, rules] of byHost) {
    const kept = rules.every(keep) ? rules : rules.filter(keep);
    if (kept.length > 0) yield [host, kept];
  }
}
