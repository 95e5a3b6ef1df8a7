import type { ResolvedSidecar } from "./resolve-sidecar.ts";
import { damageOf, type ScopeChanges } from "./scope-dependencies.ts";
import { type ScopeInputs, type SidecarScope, sidecarScope, withRules } from "./sidecar-scope.ts";

/** The scopes of a snapshot, each made when it is first asked for. */
export interface ScopeCache {
  get(namespace: string, sidecar: ResolvedSidecar | undefined): SidecarScope;
  /** Those made so far. */
  made(): Iterable<SidecarScope>;
}

/** What the snapshot before had made, and what changed since. */
export interface FormerScopes {
  readonly cache: ScopeCache;
  readonly changes: ScopeChanges;
}

/** Scopes that no change touches are taken over; others take over their services, if those are untouched. */
export function scopeCache(inputs: ScopeInputs, former?: FormerScopes): ScopeCache {
  const { rootNamespace } = inputs.settings;
  const scopes = new Map<string, SidecarScope>();
  const lenders = new Map<string, SidecarScope>();
  for (const scope of former?.cache.made() ?? []) {
    const id = idOf(scope.namespace, scope.sidecar);
    const damage = former ? damageOf(scope, former.changes, rootNamespace) : "services";
    if (damage === "none") scopes.set(id, scope);
    else if (damage === "rules") scopes.set(id, withRules(scope, inputs));
    else if (damage === "routes") lenders.set(id, scope);
  }
  return {
    get(namespace, sidecar) {
      const id = idOf(namespace, sidecar);
      const known = scopes.get(id);
      if (known && known.sidecar === sidecar) return known;
      const lender = lenders.get(id);
      lenders.delete(id);
      const scope = sidecarScope(inputs, namespace, sidecar, lender?.sidecar === sidecar ? lender : undefined);
      scopes.set(id, scope);
      return scope;
    },
    made: () => scopes.values(),
  };
}

function idOf(namespace: string, sidecar: ResolvedSidecar | undefined): string {
  return sidecar ? `${namespace} ${sidecar.namespace}/${sidecar.name}` : namespace;
}
