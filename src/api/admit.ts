import { isObject } from "../base/json.ts";
import { problemCodes } from "./codes.ts";
import type { KindDefinition, KindVersion } from "./kind.ts";
import { checkMetadata } from "./meta/check-metadata.ts";
import { objectMeta } from "./meta/object-meta.ts";
import type { Problem } from "./problem.ts";
import type { Resource } from "./resource.ts";
import { any, obj, opt, req, str } from "./schema/build.ts";
import { conform } from "./schema/conform.ts";
import type { ObjectSchema } from "./schema/schema.ts";
import { validate } from "./schema/validate.ts";

/** What an object became on its way in. */
export interface Admitted {
  /** Without unknown fields and with defaults. */
  readonly resource: Resource;
  /** What is wrong with it; errors mean that it must not be stored. */
  readonly problems: readonly Problem[];
  /** Fields that were dropped because the kind does not have them; whether that is an error is the caller's choice. */
  readonly unknown: readonly Problem[];
}

/** Made once for each kind: servers hand out objects by the thousand. */
const wholeSchemas = new WeakMap<ObjectSchema, ObjectSchema>();
const storedRules = new WeakMap<KindDefinition, KindDefinition>();

/** The whole object's schema: the kind's own fields and those that every object has. */
export function objectSchema(kind: KindDefinition, version?: KindVersion): ObjectSchema {
  const own = version?.schema ?? kind.schema;
  const known = wholeSchemas.get(own);
  if (known) return known;
  const whole = { ...own, fields: { ...envelope.fields, ...own.fields } };
  wholeSchemas.set(own, whole);
  return whole;
}

const envelope = obj({
  apiVersion: req(0, str(), "Group and version of the object's form, such as networking.istio.io/v1."),
  kind: req(0, str(), "The object's kind."),
  metadata: req(1, objectMeta, "Name, labels and the like."),
});

/** Just enough to tell an object from something else. */
const bare = obj({
  apiVersion: req(0, str(), ""),
  kind: req(0, str(), ""),
  metadata: opt(0, any({ object: true }), ""),
});

/** Whether the value can be an object at all: apiVersion, kind and, if there, metadata are of the right type. */
export function envelopeProblems(value: unknown): Problem[] {
  if (!isObject(value)) {
    return [{ code: "FW0007", severity: "error", path: [], message: "must be an object with apiVersion and kind" }];
  }
  return validate({ ...bare, open: true }, value).map((p) => (p.code === "FW0103" ? { ...p, code: "FW0110" } : p));
}

/**
 * Prunes, defaults and validates an object of a kind; `old` is the object whose place it is to take, in the same version.
 * Never throws for what a user may write.
 */
export function admit(kind: KindDefinition, input: Resource, version?: KindVersion, old?: Resource): Admitted {
  const schema = objectSchema(kind, version);
  const conformed = conform(schema, input, { dropEmpty: kind.protobuf?.of === "object" });
  let resource = conformed.value as Resource;
  if (old && kind.carryOver) resource = kind.carryOver(resource, old);
  if (kind.normalize) resource = kind.normalize(resource);
  const problems = validate(schema, resource);
  const sound = !problems.some((p) => p.severity === "error");
  const report = (code: keyof typeof problemCodes, message: string, ...path: (string | number)[]) =>
    problems.push({ code, severity: problemCodes[code].severity, path, message });
  if (sound) {
    checkMetadata(kind, resource, report);
    kind.validate?.(resource as never, report);
    if (old) kind.validateUpdate?.(resource as never, old as never, report);
    else kind.validateCreate?.(resource as never, report);
  }
  return { resource, problems, unknown: conformed.unknown };
}

/**
 * As `admit`, for an object that another server has already: rules on what may be created do not count. Kubernetes' own
 * kinds are judged by that server, and only their structure is looked at here.
 */
export function admitStored(kind: KindDefinition, input: Resource, version?: KindVersion): Admitted {
  const rules = storedRules.get(kind) ?? rulesOfStored(kind);
  storedRules.set(kind, rules);
  return admit(rules, input, version);
}

function rulesOfStored({ validateCreate: _, ...others }: KindDefinition): KindDefinition {
  if (others.protobuf?.of !== "object") return others;
  const { validate: __, ...structure } = others;
  return structure;
}
