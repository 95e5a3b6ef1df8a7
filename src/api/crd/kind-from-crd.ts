import { admit } from "../admit.ts";
import { problemCodes } from "../codes.ts";
import { column } from "../columns.ts";
import { compileJsonPath } from "../json-path.ts";
import { defineKind, type KindDefinition, type KindVersion, type PrinterColumn } from "../kind.ts";
import type { CrdVersion } from "../kubernetes/crd-version.ts";
import {
  type CustomResourceDefinition,
  customResourceDefinitionKind,
} from "../kubernetes/custom-resource-definition.ts";
import type { Problem, Report } from "../problem.ts";
import { within } from "../problem.ts";
import { apiVersionOf, type Resource, versionOf } from "../resource.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { type ReadSchema, readRootSchema } from "./read-schema.ts";
import { type Occasion, runRules } from "./run-rules.ts";

/** What became of a CustomResourceDefinition. */
export interface CrdKind {
  /** Absent where the definition has errors. */
  readonly kind?: KindDefinition;
  readonly problems: readonly Problem[];
}

interface ReadVersion extends ReadSchema<ObjectSchema> {
  readonly version: CrdVersion;
}

/**
 * The kind that a CustomResourceDefinition defines, run by the same engine as the built-in kinds. Its versions differ in
 * their schemas; objects change only their apiVersion when they go from one to another.
 */
export function kindFromCrd(resource: Resource): CrdKind {
  const admitted = admit(customResourceDefinitionKind, resource);
  const problems = [...admitted.problems];
  const failed = () => problems.some((problem) => problem.severity === "error");
  if (failed()) return { problems };
  const { spec } = admitted.resource as CustomResourceDefinition;
  const report: Report = (code, message, ...path) => {
    problems.push({ code, severity: problemCodes[code].severity, path, message });
  };
  if (spec.conversion?.strategy === "Webhook") {
    report("FW1004", "should be 'None': the webhook is not called", "spec", "conversion", "strategy");
  }
  const versions = spec.versions.map((version, index) =>
    readVersion(version, within(report, "spec", "versions", index)),
  );
  const [stored, ...others] = storedFirst(versions.filter(({ version }) => version.served));
  if (!stored) report("FW0681", "must have a version that is served", "spec", "versions");
  return failed() || !stored ? { problems } : { kind: kindOf(spec, stored, others), problems };
}

function readVersion(version: CrdVersion, report: Report): ReadVersion {
  version.additionalPrinterColumns?.forEach(({ jsonPath }, index) => {
    if (compileJsonPath(jsonPath)) return;
    report("FW1005", `should be a plain JSONPath, not '${jsonPath}'`, "additionalPrinterColumns", index, "jsonPath");
  });
  const source = version.schema?.openAPIV3Schema ?? {};
  return { version, ...readRootSchema(source, within(report, "schema", "openAPIV3Schema")) };
}

/** Where the version to store in is not served, the first one that is takes its place: they differ in name only. */
function storedFirst(versions: readonly ReadVersion[]): readonly ReadVersion[] {
  return versions.toSorted((a, b) => Number(b.version.storage) - Number(a.version.storage));
}

function kindOf(
  { group, names, scope }: CustomResourceDefinition["spec"],
  stored: ReadVersion,
  others: readonly ReadVersion[],
): KindDefinition {
  const rules = new Map([stored, ...others].map(({ version, rules: tree }) => [version.name, tree]));
  const run = (occasion: Occasion, value: Resource, old: Resource | undefined, report: Report) => {
    const tree = rules.get(versionOf(value.apiVersion));
    if (tree) runRules(tree, occasion, value, old, report);
  };
  return defineKind({
    group,
    kind: names.kind,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: scope === "Namespaced",
    versions: [versionEntry(group, names.kind, stored), ...others.map((v) => versionEntry(group, names.kind, v))],
    doc: stored.version.schema?.openAPIV3Schema?.description ?? `A custom kind of the group ${group}.`,
    schema: stored.schema,
    statusSubresource: stored.version.subresources?.status !== undefined,
    selectableFields: (stored.version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, "")),
    columns: columnsOf(stored.version),
    ageless: isAgeless(stored.version),
    validate: (value, report) => run("state", value, undefined, report),
    validateCreate: (value, report) => run("create", value, undefined, report),
    validateUpdate: (value, old, report) => run("update", value, old, report),
  });
}

function versionEntry(group: string, kind: string, { version, schema }: ReadVersion): KindVersion {
  const { name, deprecated, deprecationWarning } = version;
  const deprecation = deprecationWarning ?? `${apiVersionOf(group, name)} ${kind} is deprecated`;
  return { name, schema, ...(deprecated && { deprecation }) };
}

type CrdColumn = NonNullable<CrdVersion["additionalPrinterColumns"]>[number];

const isAge = ({ jsonPath, type }: CrdColumn) => type === "date" && jsonPath === ".metadata.creationTimestamp";

/** Who lists columns and no age among them wants none. */
function isAgeless({ additionalPrinterColumns = [] }: CrdVersion): boolean {
  return additionalPrinterColumns.length > 0 && !additionalPrinterColumns.some(isAge);
}

/** The age column is left out: who prints adds it. */
function columnsOf({ additionalPrinterColumns = [] }: CrdVersion): PrinterColumn[] {
  return additionalPrinterColumns
    .filter((each) => !isAge(each))
    .map(({ name, type, format, description = "", priority = 0, jsonPath }) =>
      column(name, jsonPath, description, {
        type,
        priority: priority > 0 ? 1 : 0,
        ...(format !== undefined && { format }),
      }),
    );
}
