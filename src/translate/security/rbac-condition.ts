import type { Permission, Principal } from "../../gen/envoy/config/rbac/v3.ts";

/** How conditions of one side of a rule are joined: of what is asked for, or of who asks. */
export interface Side<M> {
  readonly any: M;
  and(all: readonly M[]): M;
  or(some: readonly M[]): M;
  not(one: M): M;
}

export const permissionSide: Side<Permission> = {
  any: { any: true },
  and: (rules) => ({ andRules: { rules } }),
  or: (rules) => ({ orRules: { rules } }),
  not: (notRule) => ({ notRule }),
};

export const principalSide: Side<Principal> = {
  any: { any: true },
  and: (ids) => ({ andIds: { ids } }),
  or: (ids) => ({ orIds: { ids } }),
  not: (notId) => ({ notId }),
};

/** Something of a request that policies compare with texts. */
export interface Attribute<M> {
  /** Only HTTP has it. */
  readonly http: boolean;
  /** What matches if one of the values does; undefined if a value cannot be read. */
  match(values: readonly string[]): M | undefined;
}

/** What a rule asks of one attribute. */
export interface Condition<M> {
  readonly attribute: Attribute<M>;
  readonly values: readonly string[];
  readonly notValues: readonly string[];
}

/** Where a rule is applied, and what becomes of what it matches. */
export interface RuleUse {
  readonly tcp: boolean;
  /** The rule lets requests pass; all others hold them up, or record them. */
  readonly allows: boolean;
}

/**
 * What a list of conditions matches: all of them must hold. A condition that cannot be told here must not open a door:
 * it makes an allowing rule match nothing (undefined), and is left out of others, which then match more.
 */
export function matchAll<M>(side: Side<M>, conditions: readonly Condition<M>[], use: RuleUse): M | undefined {
  const all: M[] = [];
  for (const { attribute, values, notValues } of conditions) {
    for (const [list, wrap] of [
      [values, (made: M) => made],
      [notValues, side.not],
    ] as const) {
      if (list.length === 0) continue;
      const made = use.tcp && attribute.http ? undefined : attribute.match(list);
      if (made !== undefined) all.push(wrap(made));
      else if (use.allows) return undefined;
    }
  }
  return side.and(all.length === 0 ? [side.any] : all);
}
