import { WeakValueMap } from "../../base/weak-value-map.ts";
import type { ResolvedSidecar } from "./resolve-sidecar.ts";
import { damageOf, type ScopeChanges } from "./scope-dependencies.ts";
import { nowhere, seesThePublic } from "./sees-the-public.ts";
import { type ScopeInputs, type SidecarScope, sidecarScope, withRules } from "./sidecar-scope.ts";

/** The scopes of a snapshot, each made when it is first asked for. */
export interface ScopeCache {
  /** Namespaces that see the same without a Sidecar have the same one. */
  get(namespace: string, sidecar: ResolvedSidecar | undefined): SidecarScope;
  /** Those that a snapshot after this one may take over, and how many snapshots before it nobody has asked for them. */
  made(): Iterable<Inherited>;
}

/** What the snapshot before had made, and what changed since. */
export interface FormerScopes {
  readonly cache: ScopeCache;
  readonly changes: ScopeChanges;
}

/** A scope of an earlier snapshot that nobody has asked this one for. */
interface Inherited {
  readonly scope: SidecarScope;
  /** How many snapshots before this one nobody asked for it. */
  readonly idle: number;
}

/** Snapshots may follow each other faster than all proxies ask. */
const maxIdle = 3;

/**
 * Scopes that no change touches are taken over; others take over their services, if those are untouched. Proxies say
 * themselves of which namespace they are, so that there is no end of scopes: what was asked for lives as long as somebody
 * has it, what was taken over for some snapshots.
 */
export function scopeCache(inputs: ScopeInputs, former?: FormerScopes): ScopeCache {
  const { rootNamespace } = inputs.settings;
  const isPublic = seesThePublic(inputs);
  const asked = new WeakValueMap<string, SidecarScope>();
  const inherited = new Map<string, Inherited>();
  const lenders = new Map<string, SidecarScope>();
  for (const { scope, idle } of former?.cache.made() ?? []) {
    const id = idOf(scope.namespace, scope.sidecar);
    const damage = former ? damageOf(scope, former.changes, rootNamespace) : "services";
    if (damage === "none") inherited.set(id, { scope, idle });
    else if (damage === "rules") inherited.set(id, { scope: withRules(scope, inputs), idle });
    else if (damage === "routes") lenders.set(id, scope);
  }
  return {
    get(own, sidecar) {
      const namespace = !sidecar && isPublic(own) ? nowhere : own;
      const id = idOf(namespace, sidecar);
      const known = asked.get(id) ?? inherited.get(id)?.scope;
      const lender = lenders.get(id);
      lenders.delete(id);
      inherited.delete(id);
      const same = known?.sidecar === sidecar ? known : undefined;
      const lent = lender?.sidecar === sidecar ? lender : undefined;
      const scope = same ?? sidecarScope(inputs, namespace, sidecar, lent);
      asked.set(id, scope);
      return scope;
    },
    *made() {
      for (const scope of asked.values()) yield { scope, idle: 0 };
      for (const { scope, idle } of inherited.values()) if (idle < maxIdle) yield { scope, idle: idle + 1 };
    },
  };
}

function idOf(namespace: string, sidecar: ResolvedSidecar | undefined): string {
  return sidecar ? `${namespace} ${sidecar.namespace}/${sidecar.name}` : namespace;
}
