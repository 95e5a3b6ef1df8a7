import { isObject } from "../../base/json.ts";
import { atMostOne, exactlyOne } from "../checks/across.ts";
import type { JsonSchemaProps } from "../kubernetes/json-schema-props.ts";
import type { Check } from "../schema/schema.ts";
import { alternatives, type Constraint } from "./constraint.ts";

/** The checks of a schema's `allOf`, `anyOf`, `oneOf` and `not`. */
export function alternativeChecks(schema: JsonSchemaProps): Check<unknown>[] {
  const choice = fieldChoice(schema.oneOf ?? []);
  const rest = withoutIntOrString(choice ? { ...schema, oneOf: undefined } : schema);
  const checks = alternatives(rest).map(constraintCheck);
  return choice ? [choice, ...checks] : checks;
}

/** A check that reports a constraint's fault. */
export function constraintCheck(constraint: Constraint): Check<unknown> {
  return (value, report) => {
    const fault = constraint(value);
    if (fault !== undefined) report("FW0113", fault);
  };
}

/**
 * What generators make of a protobuf oneof: alternatives that each require one field, and perhaps one more that has
 * none of them. It deserves a plainer message than alternatives in general.
 */
function fieldChoice(oneOf: readonly JsonSchemaProps[]): Check<unknown> | undefined {
  const names = oneOf.flatMap((schema) => requiredField(schema) ?? []);
  const others = oneOf.filter((schema) => requiredField(schema) === undefined);
  const [none] = others;
  if (names.length < 2 || others.length > 1) return undefined;
  const denied = none?.not?.anyOf?.map(requiredField) ?? [];
  const deniesAll = denied.length === names.length && names.every((name) => denied.includes(name));
  if (none && !(deniesAll && onlyKey(none, "not") && none.not && onlyKey(none.not, "anyOf"))) return undefined;
  const check = none ? atMostOne(...names) : exactlyOne(...names);
  return (value, report) => {
    if (isObject(value)) check(value, report);
  };
}

function requiredField(schema: JsonSchemaProps): string | undefined {
  const [name, ...more] = schema.required ?? [];
  return more.length === 0 && onlyKey(schema, "required") ? name : undefined;
}

function onlyKey(schema: JsonSchemaProps, key: keyof JsonSchemaProps): boolean {
  return Object.keys(schema).length === 1 && Object.hasOwn(schema, key);
}

/** Leaves out `anyOf: [{ type: integer }, { type: string }]`, which only says again that the value is either. */
function withoutIntOrString(schema: JsonSchemaProps): JsonSchemaProps {
  if (!schema["x-kubernetes-int-or-string"]) return schema;
  const says = (anyOf: JsonSchemaProps["anyOf"]) => anyOf?.length === 2 && anyOf.every((s) => onlyKey(s, "type"));
  return {
    ...schema,
    anyOf: says(schema.anyOf) ? undefined : schema.anyOf,
    allOf: schema.allOf?.map((s) => (says(s.anyOf) ? { ...s, anyOf: undefined } : s)),
  };
}
