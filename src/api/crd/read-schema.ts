import type { JsonSchemaProps } from "../kubernetes/json-schema-props.ts";
import { objectMeta } from "../meta/object-meta.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { any, list, map, obj, opt, req, str } from "../schema/build.ts";
import { conform } from "../schema/conform.ts";
import type { Check, Field, ObjectSchema, Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { alternativeChecks, constraintCheck } from "./alternative-checks.ts";
import { ownConstraints } from "./constraint.ts";
import { given } from "./given.ts";
import { enumChecks, readScalar } from "./read-scalar.ts";
import { readRules } from "./rule.ts";
import type { RuleTree } from "./rule-tree.ts";
import { checkStructure } from "./structural.ts";

/** A schema of a CustomResourceDefinition in our own language, and the CEL rules in it. */
export interface ReadSchema<S extends Schema = Schema> {
  readonly schema: S;
  readonly rules: RuleTree | undefined;
}

/** A schema with the rules of the parts inside it. */
interface Parts<S extends Schema = Schema> {
  readonly schema: S;
  readonly fields?: ReadonlyMap<string, RuleTree>;
  readonly items?: RuleTree | undefined;
  readonly keys?: readonly string[] | undefined;
}

/** Reads a structural OpenAPI schema; what is not structural, and rules that cannot be used, are reported. */
export function readSchema(source: JsonSchemaProps, report: Report): ReadSchema {
  checkStructure(source, report);
  const parts = readParts(source, report);
  return { schema: parts.schema, rules: ruleTree(source, parts, parts.schema, report) };
}

/** What rules may see of an object's metadata. */
const visibleMeta = obj({
  name: opt(0, str(), ""),
  generateName: opt(0, str(), ""),
});

/** Reads the schema of a whole object. Its metadata is everybody's, but its name may be narrowed. */
export function readRootSchema(source: JsonSchemaProps, report: Report): ReadSchema<ObjectSchema> {
  checkStructure(source, report);
  if (source.type !== "object") report("FW1001", "must be 'object'", "type");
  const { apiVersion, kind, metadata, ...properties } = source.properties ?? {};
  const required = source.required?.filter((name) => !["apiVersion", "kind", "metadata"].includes(name));
  const parts = readObject({ ...source, properties, required }, report);
  const narrowed = metadata ? ownConstraints({ properties: { metadata } }).map(constraintCheck) : [];
  const schema = { ...parts.schema, checks: [...narrowed, ...parts.schema.checks] };
  const envelope = { apiVersion: req(0, str(), ""), kind: req(0, str(), ""), metadata: req(0, visibleMeta, "") };
  const visible = { ...schema, fields: { ...schema.fields, ...envelope } };
  return { schema, rules: ruleTree(source, parts, visible, report) };
}

function ruleTree(source: JsonSchemaProps, parts: Parts, seen: Schema, report: Report): RuleTree | undefined {
  const { fields = new Map(), items, keys = [] } = parts;
  const at = within(report, "x-kubernetes-validations");
  const rules = readRules(source["x-kubernetes-validations"] ?? [], seen, at);
  if (rules.length === 0 && fields.size === 0 && items === undefined) return undefined;
  return { schema: seen, rules, fields, items, keys };
}

function readParts(source: JsonSchemaProps, report: Report): Parts {
  if (source.type === "array") return readList(source, report);
  if (source.type !== "object") {
    const checks = alternativeChecks(source);
    const free = source.type === undefined && !source["x-kubernetes-int-or-string"];
    return { schema: free ? any({ ...nullability(source), checks }) : readScalar(source, checks) };
  }
  if (typeof source.additionalProperties === "object") return readMap(source, source.additionalProperties, report);
  const empty = Object.keys(source.properties ?? {}).length === 0;
  const open = source["x-kubernetes-preserve-unknown-fields"] === true || source.additionalProperties === true;
  if (!empty || !open || source["x-kubernetes-embedded-resource"]) return readObject(source, report);
  return { schema: any({ ...nullability(source), object: true, checks: objectChecks(source) }) };
}

const isAtomic = (source: JsonSchemaProps) => source["x-kubernetes-map-type"] === "atomic" || undefined;
const nullability = (source: JsonSchemaProps) => given({ nullable: source.nullable || undefined });

function readList(source: JsonSchemaProps, report: Report): Parts {
  const item = readSchema(source.items ?? {}, within(report, "items"));
  const { minItems, maxItems } = source;
  const listType = source["x-kubernetes-list-type"];
  const keys = listType === "map" ? source["x-kubernetes-list-map-keys"] : undefined;
  const options = { ...given({ minItems, maxItems, listType, keys }), ...nullability(source) };
  const checks = [...enumChecks(source), ...alternativeChecks(source)];
  return { schema: list(item.schema, { ...options, checks }), items: item.rules, keys };
}

function readMap(source: JsonSchemaProps, values: JsonSchemaProps, report: Report): Parts {
  const value = readSchema(values, within(report, "additionalProperties"));
  const { minProperties, maxProperties, required } = source;
  const options = { ...given({ minProperties, maxProperties, atomic: isAtomic(source) }), ...nullability(source) };
  const checks = [
    ...enumChecks(source),
    ...ownConstraints({ required }).map(constraintCheck),
    ...alternativeChecks(source),
  ];
  return { schema: map(value.schema, { ...options, checks }), items: value.rules };
}

function readObject(source: JsonSchemaProps, report: Report): Parts<ObjectSchema> {
  const fields: [string, Field][] = [];
  const rules = new Map<string, RuleTree>();
  for (const [name, property] of Object.entries(source.properties ?? {})) {
    const at = within(report, "properties", name);
    const inner = readSchema(property, at);
    checkDefault(property.default, inner.schema, at);
    const make = source.required?.includes(name) ? req : opt;
    fields.push([name, make(0, inner.schema, property.description ?? "", given({ default: property.default }))]);
    if (inner.rules) rules.set(name, inner.rules);
  }
  const embedded = source["x-kubernetes-embedded-resource"] === true;
  const schema = obj(
    { ...Object.fromEntries(fields), ...(embedded && embeddedFields) },
    {
      ...nullability(source),
      open: source["x-kubernetes-preserve-unknown-fields"] === true || source.additionalProperties === true,
      ...(embedded && { embedded }),
      ...given({ atomic: isAtomic(source) }),
      checks: objectChecks(source),
    },
  );
  return { schema, fields: rules };
}

const embeddedFields = {
  apiVersion: req(0, str({ minLength: 1 }), "Group and version of the object."),
  kind: req(0, str({ minLength: 1 }), "Kind of the object."),
  metadata: opt(0, objectMeta, "Name, labels and the like."),
};

/** What the fields of an object cannot say of it as a whole. */
function objectChecks(source: JsonSchemaProps): Check<unknown>[] {
  const { minProperties, maxProperties, properties = {} } = source;
  const undeclared = source.required?.filter((name) => !Object.hasOwn(properties, name));
  const own = ownConstraints({ minProperties, maxProperties, required: undeclared });
  return [...enumChecks(source), ...own.map(constraintCheck), ...alternativeChecks(source)];
}

function checkDefault(value: unknown, schema: Schema, report: Report): void {
  if (value === undefined) return;
  for (const { message, path } of validate(schema, conform(schema, value).value)) {
    report("FW1006", message, "default", ...path);
  }
}
