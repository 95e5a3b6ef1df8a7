import { re2Fault } from "../checks/regex.ts";
import type { JsonSchemaProps } from "../kubernetes/json-schema-props.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";

const neverAllowed = ["$ref", "definitions", "dependencies", "patternProperties", "additionalItems", "id"] as const;

/** What alternatives must leave to the schema that they belong to. */
const outsideOnly = [
  "type",
  "title",
  "description",
  "default",
  "nullable",
  "additionalProperties",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
] as const;

/** Tells what keeps one schema, without the ones inside it, from being structural. */
export function checkStructure(schema: JsonSchemaProps, report: Report): void {
  const tell = (message: string, ...at: string[]) => report("FW1001", message, ...at);
  checkKeywords(schema, report);
  const intOrString = schema["x-kubernetes-int-or-string"] === true;
  const preserves = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema.type === undefined && !intOrString && !preserves) tell("must be set", "type");
  if (schema.type !== undefined && intOrString) tell("must not be set for a number or text", "type");
  if (schema.type === "array" && schema.items === undefined) tell("must be set for a list", "items");
  if (schema.additionalProperties === false) {
    tell("must not be false: unknown fields are dropped anyway", "additionalProperties");
  }
  if (schema.additionalProperties !== undefined && Object.keys(schema.properties ?? {}).length > 0) {
    tell("must not be set beside `properties`", "additionalProperties");
  }
  if (schema["x-kubernetes-embedded-resource"] && schema.type !== "object") {
    tell("must be set for an object only", "x-kubernetes-embedded-resource");
  }
  checkListType(schema, tell);
  checkAlternatives(schema, schema, report);
}

function checkKeywords(schema: JsonSchemaProps, report: Report): void {
  for (const keyword of neverAllowed) {
    if (schema[keyword] !== undefined) report("FW1001", "must not be set in a structural schema", keyword);
  }
  if (schema.uniqueItems) report("FW1001", "must not be true: use `x-kubernetes-list-type: set`", "uniqueItems");
  const fault = schema.pattern === undefined ? undefined : re2Fault(schema.pattern);
  if (fault !== undefined) report("FW1001", `must be a regular expression of RE2: ${fault}`, "pattern");
}

function checkListType(schema: JsonSchemaProps, tell: (message: string, ...at: string[]) => void): void {
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (listType !== undefined && schema.type !== "array") tell("must be set for a list only", "x-kubernetes-list-type");
  if (listType !== "map") {
    if (keys.length > 0) tell("must be set for the list type 'map' only", "x-kubernetes-list-map-keys");
    return;
  }
  if (keys.length === 0) tell("must be set for the list type 'map'", "x-kubernetes-list-map-keys");
  for (const key of keys) {
    const field = schema.items && ownProperty(schema.items, key);
    if (!field) tell(`must name fields of the items, not '${key}'`, "x-kubernetes-list-map-keys");
    else if (!schema.items?.required?.includes(key) && field.default === undefined) {
      tell(`must name fields that are required or have a default, unlike '${key}'`, "x-kubernetes-list-map-keys");
    }
  }
}

/** Alternatives may only narrow what the schema around them declares. */
function checkAlternatives(schema: JsonSchemaProps, outer: JsonSchemaProps, report: Report): void {
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    schema[keyword]?.forEach((inner, index) => {
      checkNarrowing(inner, outer, within(report, keyword, index));
    });
  }
  if (schema.not) checkNarrowing(schema.not, outer, within(report, "not"));
}

function checkNarrowing(inner: JsonSchemaProps, outer: JsonSchemaProps, report: Report): void {
  const restates =
    outer["x-kubernetes-int-or-string"] === true && (inner.type === "integer" || inner.type === "string");
  for (const keyword of outsideOnly) {
    if (inner[keyword] === undefined || (keyword === "type" && restates)) continue;
    report("FW1001", "must be set outside of allOf, anyOf, oneOf and not", keyword);
  }
  checkKeywords(inner, report);
  for (const [name, property] of Object.entries(inner.properties ?? {})) {
    const declared = ownProperty(outer, name);
    if (declared) checkNarrowing(property, declared, within(report, "properties", name));
    else report("FW1001", "must be declared outside of allOf, anyOf, oneOf and not as well", "properties", name);
  }
  if (inner.items && outer.items) checkNarrowing(inner.items, outer.items, within(report, "items"));
  else if (inner.items) report("FW1001", "must be declared outside of allOf, anyOf, oneOf and not as well", "items");
  checkAlternatives(inner, outer, report);
}

function ownProperty(schema: JsonSchemaProps, name: string): JsonSchemaProps | undefined {
  if (Object.hasOwn(schema.properties ?? {}, name)) return schema.properties?.[name];
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}
