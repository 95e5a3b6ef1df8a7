import { meshGateway } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import type { DestinationRuleIndex, NamespaceRules } from "../destination-rule/destination-rule-index.ts";
import type { MergedDestinationRule } from "../destination-rule/merge-destination-rules.ts";
import { isWildcard } from "../host-map.ts";
import type { ScopeInputs } from "./sidecar-scope.ts";

/** The namespace of who is in none: it sees all that is public, and nothing else. */
export const nowhere = "";

/** As many namespaces as are remembered: proxies say themselves of which they are. */
const mostKnown = 10_000;

/**
 * Tells of namespaces whether their clients, without a Sidecar, see just what those of any other such namespace do: nothing is
 * hidden in it or shown to it alone, and what it says itself it says to all. Most namespaces are so. They share one scope,
 * that of `nowhere`, and whatever is made of it is made once for all of them.
 */
export function seesThePublic(inputs: ScopeInputs): (namespace: string) => boolean {
  const known = new Map<string, boolean>();
  return (namespace) => {
    const answer = known.get(namespace) ?? isPublic(inputs, namespace);
    if (known.size >= mostKnown) known.clear();
    known.set(namespace, answer);
    return answer;
  };
}

function isPublic({ services, virtualServices, destinationRules, settings }: ScopeInputs, namespace: string): boolean {
  const atSidecars = `${namespace} ${meshGateway}`;
  if (services.exportedToNamespace.has(namespace)) return false;
  if (virtualServices.privateByGateway.has(atSidecars) || virtualServices.exportedByGateway.has(atSidecars))
    return false;
  if (!allPublic(services.byNamespace.get(namespace) ?? noServices)) return false;
  // Of services with one host, a namespace's own is the one that it means.
  const hostsOf = (host: string) => services.byHost.get(host) ?? noServices;
  for (const host of services.repeatedHosts()) {
    if (hostsOf(host).some((each) => each.namespace === namespace)) return false;
  }
  if (shownTo(destinationRules).has(namespace)) return false;
  const rules = destinationRules.byNamespace.get(namespace);
  if (!rules) return true;
  const isOwn = (host: string) => !isWildcard(host) && hostsOf(host).every((each) => each.namespace === namespace);
  // What the root namespace says is for all hosts and clients alike, also for its own.
  return saysToAll(rules) && (namespace === settings.rootNamespace || [...rules.byHost.keys()].every(isOwn));
}

const noServices: readonly Service[] = [];

const publicServices = new WeakMap<readonly Service[], boolean>();

function allPublic(services: readonly Service[]): boolean {
  const answer = publicServices.get(services) ?? services.every(({ visibility }) => visibility === "all");
  publicServices.set(services, answer);
  return answer;
}

/** Namespaces that some rule names as those that see it. */
function shownTo(index: DestinationRuleIndex): ReadonlySet<string> {
  let found = shown.get(index);
  if (!found) {
    found = new Set(Array.from(index.byNamespace.values(), shownBy).flatMap((named) => [...named]));
    shown.set(index, found);
  }
  return found;
}

const shown = new WeakMap<DestinationRuleIndex, ReadonlySet<string>>();
const shownByNamespace = new WeakMap<NamespaceRules, ReadonlySet<string>>();

function shownBy(rules: NamespaceRules): ReadonlySet<string> {
  let found = shownByNamespace.get(rules);
  if (!found) {
    found = new Set(rulesOf(rules).flatMap(({ visibility }) => (visibility === "all" ? [] : [...visibility])));
    shownByNamespace.set(rules, found);
  }
  return found;
}

const toAll = new WeakMap<NamespaceRules, boolean>();

/** Whether all rules of a namespace are for clients of every namespace, whatever labels they have. */
function saysToAll(rules: NamespaceRules): boolean {
  const answer = toAll.get(rules) ?? rulesOf(rules).every((rule) => rule.visibility === "all" && !rule.selector);
  toAll.set(rules, answer);
  return answer;
}

function rulesOf({ byHost }: NamespaceRules): readonly MergedDestinationRule[] {
  return [...byHost.values()].flat();
}
