import type { JsonSchemaProps } from "../kubernetes/json-schema-props.ts";
import { bool, double, float, int32, int64, intOrString, str, uint32, uint64 } from "../schema/build.ts";
import type { Check, Schema } from "../schema/schema.ts";
import { constraintCheck } from "./alternative-checks.ts";
import { ownConstraints } from "./constraint.ts";
import { given } from "./given.ts";
import { fitsFormat } from "./string-format.ts";

/** The schema of a text, number or boolean; `checks` are the alternatives'. */
export function readScalar(source: JsonSchemaProps, checks: readonly Check<unknown>[]): Schema {
  const nullable = given({ nullable: source.nullable || undefined });
  if (source["x-kubernetes-int-or-string"]) return readIntOrString(source, checks);
  switch (source.type) {
    case "string":
      return { ...readText(source, checks), ...nullable };
    case "integer":
    case "number":
      return { ...readNumber(source, checks), ...nullable };
    default:
      return { ...bool(), ...nullable, checks: [...enumChecks(source), ...checks] };
  }
}

function readText(source: JsonSchemaProps, checks: readonly Check<unknown>[]): Schema {
  const { minLength, maxLength, pattern, format } = source;
  const values = source.enum?.filter((value) => typeof value === "string");
  const isFormat: Check<string> = (text, report) => {
    if (format !== undefined && !fitsFormat(format, text)) {
      report("FW0107", `must be of the format '${format}', not '${text}'`);
    }
  };
  const options = given({ minLength, maxLength, pattern, format, enum: values });
  return { ...str(), ...options, checks: format === undefined ? checks : [isFormat, ...checks] };
}

const integers = new Map(Object.entries({ int32, int64, uint32, uint64 }));

function readNumber(source: JsonSchemaProps, checks: readonly Check<unknown>[]): Schema {
  const { minimum: min, maximum: max, multipleOf, format } = source;
  const values = source.enum?.filter((value) => typeof value === "number");
  const exclusiveMin = source.exclusiveMinimum || undefined;
  const exclusiveMax = source.exclusiveMaximum || undefined;
  const whole = source.type === "integer";
  // Without a format the numbers are unsigned if they cannot be negative, and OpenAPI has no names for those.
  const unnamed = min !== undefined && min >= 0 ? uint64 : int64;
  const make = whole ? (integers.get(format ?? "") ?? unnamed) : format === "float" ? float : double;
  return make({ ...given({ min, max, exclusiveMin, exclusiveMax, multipleOf, format, enum: values }), checks });
}

function readIntOrString(source: JsonSchemaProps, checks: readonly Check<unknown>[]): Schema {
  const { pattern, maxLength, nullable, minLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = source;
  const rest = { minLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, enum: source.enum };
  const own = ownConstraints({ ...rest, multipleOf: source.multipleOf }).map(constraintCheck);
  return intOrString({
    ...given({ pattern, maxLength, nullable: nullable || undefined }),
    checks: [...own, ...checks],
  });
}

/** The check of `enum` for types whose schemas have no such option. */
export function enumChecks(source: JsonSchemaProps): Check<unknown>[] {
  return source.enum ? ownConstraints({ enum: source.enum, nullable: source.nullable }).map(constraintCheck) : [];
}
