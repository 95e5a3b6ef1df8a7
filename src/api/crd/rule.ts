import type { ValidationRule } from "../kubernetes/json-schema-props.ts";
import type { Path, Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { Schema } from "../schema/schema.ts";
import type { Meter } from "./cel/meter.ts";
import { compileCel, type Program } from "./cel/program.ts";
import type { CelValue } from "./cel/value.ts";

/**
 * When a rule is evaluated: a `state` rule always; a `transition` rule, which compares with `oldSelf`, where there is
 * an old value; an `optional` one always, with `oldSelf` being an optional.
 */
export type RuleSort = "state" | "transition" | "optional";

/** A compiled rule of a CustomResourceDefinition. */
export interface Rule {
  readonly sort: RuleSort;
  readonly source: string;
  /** Where to point to when it is broken, relative to the value. */
  readonly at: Path;
  readonly condition: Program;
  /** What is said when it fails; the message of its own, if it has one. */
  readonly text: string;
  /** What is said when it is broken. */
  readonly message: (values: readonly CelValue[], meter: Meter) => string;
}

/** Compiles the rules on a value; those that cannot be compiled are reported. */
export function readRules(rules: readonly ValidationRule[], schema: Schema, report: Report): Rule[] {
  return rules.flatMap((rule, index) => readRule(rule, schema, within(report, index)) ?? []);
}

function readRule(rule: ValidationRule, schema: Schema, report: Report): Rule | undefined {
  const variants: readonly (readonly [RuleSort, { readonly [name: string]: Schema | undefined }])[] =
    rule.optionalOldSelf
      ? [["optional", { self: schema, oldSelf: undefined }]]
      : [
          ["state", { self: schema }],
          ["transition", { self: schema, oldSelf: schema }],
        ];
  let fault = "";
  for (const [sort, variables] of variants) {
    const compiled = compileCel(rule.rule, variables);
    if ("program" in compiled) {
      const text = rule.message?.trim() || `must fulfil the rule '${rule.rule.trim()}'`;
      const message = readMessage(rule, text, variables, report);
      return { sort, source: rule.rule, at: readFieldPath(rule, report), condition: compiled.program, text, message };
    }
    fault = compiled.fault;
  }
  report("FW1002", `must be a CEL expression that can be used: ${fault}`, "rule");
  return undefined;
}

function readMessage(
  rule: ValidationRule,
  plain: string,
  variables: { readonly [name: string]: Schema | undefined },
  report: Report,
): Rule["message"] {
  if (rule.messageExpression === undefined) return () => plain;
  const compiled = compileCel(rule.messageExpression, variables);
  if ("fault" in compiled) {
    report("FW1002", `must be a CEL expression that can be used: ${compiled.fault}`, "messageExpression");
    return () => plain;
  }
  return (values, meter) => {
    const result = compiled.program.evaluate(values, meter);
    const text = "value" in result && typeof result.value === "string" ? result.value.trim() : "";
    return text === "" || text.includes("\n") ? plain : text;
  };
}

const fieldStep = /\.([A-Za-z_][\w-]*)|\[['"]([^'"\]]+)['"]\]/y;

/** `.a.b['c.d']` as steps. */
function readFieldPath({ fieldPath = "" }: ValidationRule, report: Report): Path {
  const steps: string[] = [];
  let at = 0;
  while (at < fieldPath.length) {
    fieldStep.lastIndex = at;
    const match = fieldStep.exec(fieldPath);
    if (!match) {
      report("FW1002", `must be a path such as '.spec.name', not '${fieldPath}'`, "fieldPath");
      return [];
    }
    steps.push(match[1] ?? match[2] ?? "");
    at = fieldStep.lastIndex;
  }
  return steps;
}
