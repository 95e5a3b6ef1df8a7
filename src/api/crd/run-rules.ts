import { isObject } from "../../base/json.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { Meter } from "./cel/meter.ts";
import { toCel } from "./cel/to-cel.ts";
import { CelOptional, type CelValue } from "./cel/value.ts";
import type { Rule } from "./rule.ts";
import type { RuleTree } from "./rule-tree.ts";

/** Steps that one rule may take on one value, and that all rules may take on one object. */
const ruleSteps = 1_000_000;
const objectSteps = 10_000_000;

/**
 * Which rules run: `state` takes those on the object as it is, `create` those that also look at the absence of an old
 * one, `update` those that compare with the old one.
 */
export type Occasion = "state" | "create" | "update";

/** Runs the rules of a tree over a sound object and reports the broken ones. */
export function runRules(tree: RuleTree, occasion: Occasion, value: unknown, old: unknown, report: Report): void {
  new Walk(occasion).visit(tree, value, old, report);
}

class Walk {
  readonly #occasion: Occasion;
  #left = objectSteps;

  constructor(occasion: Occasion) {
    this.#occasion = occasion;
  }

  /** `old` is undefined where there is no old value, or none that can be told to be this one's. */
  visit(tree: RuleTree, value: unknown, old: unknown, report: Report): void {
    if (value === undefined || value === null) return;
    const see = { self: once(() => toCel(tree.schema, value)), oldSelf: once(() => toCel(tree.schema, old)) };
    for (const rule of tree.rules) this.#run(rule, this.#values(rule, see, old !== undefined), report);
    if (Array.isArray(value)) this.#items(tree, value, old, report);
    else if (isObject(value)) this.#members(tree, value, isObject(old) ? old : {}, report);
  }

  #members(tree: RuleTree, value: Members, old: Members, report: Report): void {
    const own = (of: Members, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined);
    for (const [name, field] of tree.fields) {
      this.visit(field, own(value, name), own(old, name), within(report, name));
    }
    if (!tree.items) return;
    for (const [key, item] of Object.entries(value)) {
      this.visit(tree.items, item, own(old, key), within(report, key));
    }
  }

  #items(tree: RuleTree, items: readonly unknown[], old: unknown, report: Report): void {
    const { items: inner, keys } = tree;
    if (!inner) return;
    const identity = (item: unknown) => JSON.stringify(isObject(item) ? keys.map((key) => item[key]) : item);
    const before = new Map(keys.length > 0 && Array.isArray(old) ? old.map((item) => [identity(item), item]) : []);
    items.forEach((item, index) => {
      this.visit(inner, item, before.get(identity(item)), within(report, index));
    });
  }

  #run(rule: Rule, values: readonly CelValue[] | undefined, report: Report): void {
    if (!values) return;
    const meter = new Meter(Math.min(ruleSteps, this.#left));
    const given = meter.left;
    const result = rule.condition.evaluate(values, meter);
    if (!("fault" in result)) {
      if (result.value !== true) report("FW0113", rule.message(values, meter), ...rule.at);
    } else if (result.exhausted) {
      report("FW1003", `must be small enough for the rule '${rule.source.trim()}': ${result.fault}`);
    } else {
      report("FW0113", `${rule.text} (${result.fault})`, ...rule.at);
    }
    this.#left -= given - meter.left;
  }

  /** The variables of a rule, or undefined if it does not run now. */
  #values(rule: Rule, { self, oldSelf }: Seen, hasOld: boolean): readonly CelValue[] | undefined {
    if (rule.sort === "state") return this.#occasion === "state" ? [self()] : undefined;
    if (this.#occasion === "state") return undefined;
    if (rule.sort === "optional") return [self(), new CelOptional(hasOld ? oldSelf() : undefined)];
    return this.#occasion === "update" && hasOld ? [self(), oldSelf()] : undefined;
  }
}

/** A value and the one before it as rules see them. */
interface Seen {
  readonly self: () => CelValue;
  readonly oldSelf: () => CelValue;
}

type Members = { readonly [name: string]: unknown };

/** Makes a value when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
