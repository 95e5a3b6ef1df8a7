import type { Schema } from "../schema/schema.ts";
import type { Rule } from "./rule.ts";

/** The rules of a schema and of the ones inside it; parts without rules are left out. */
export interface RuleTree {
  /** How rules see the value. */
  readonly schema: Schema;
  readonly rules: readonly Rule[];
  readonly fields: ReadonlyMap<string, RuleTree>;
  /** Of a list's items or a map's values. */
  readonly items?: RuleTree | undefined;
  /** Fields that identify a list's items, where old and new items can be matched by them. */
  readonly keys: readonly string[];
}
