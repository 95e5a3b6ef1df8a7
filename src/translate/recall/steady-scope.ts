import type { OutboundScope, ProxyScope } from "../../mesh/index.ts";
import { sameKey } from "../plan-cache.ts";

/**
 * A scope with the objects of the version before wherever they say the same. Each proxy of a view has its own, and any of
 * them may be the first to ask: who compares them again and again must find the same ones.
 */
export function likeBefore<S extends OutboundScope & Partial<Pick<ProxyScope, "targets">>>(scope: S, before: S): S {
  const { targets } = scope;
  return {
    ...scope,
    proxy: same(before.proxy, scope.proxy),
    labels: same(before.labels, scope.labels),
    place: same(before.place, scope.place),
    policies: same(before.policies, scope.policies),
    ...(targets && { targets: same(before.targets, targets) }),
  };
}

function same<T>(before: T | undefined, now: T): T {
  return before !== undefined && sameKey(before, now) ? before : now;
}
