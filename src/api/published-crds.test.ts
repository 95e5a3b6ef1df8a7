import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { suite, test } from "node:test";
import { isObject } from "../base/json.ts";
import type { KindDefinition } from "./kind.ts";
import { builtInKinds } from "./kinds.ts";
import { readDocuments } from "./read/read-documents.ts";
import { type OpenApiSchema, toOpenApi } from "./schema/openapi.ts";
import { fixtures, needsFixtures } from "./testing/fixtures.ts";

/** Where our schemas differ on purpose. */
const exceptions: readonly { readonly line: RegExp; readonly reason: string }[] = [
  {
    line: /: pattern is "\^\(\\\\\+\|-\)\?.*\[numkMGTPE\]/,
    reason: "a quantity is checked natively, with a message that says what a quantity is",
  },
  {
    line: /^\.status\.loadBalancer\.ingress\[\]\.ports\[\]\.error: pattern/,
    reason: "written by a cloud's controller and never read here; refusing its status would help nobody",
  },
  { line: /\.serviceName: required there/, reason: "Kubernetes has made a StatefulSet's serviceName optional since" },
];

const files = [
  "crd-all.gen.yaml",
  "superedge.io_servicegrids.yaml",
  "superedge.io_deploymentgrids.yaml",
  "superedge.io_statefulsetgrids.yaml",
];

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: {
      readonly kind: string;
      readonly plural: string;
      readonly shortNames?: string[];
      readonly categories?: string[];
    };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: OpenApiSchema };
    }[];
  };
}

/** Keywords that must be the same on both sides. */
const compared = [
  "type",
  "enum",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "pattern",
  "x-kubernetes-int-or-string",
  "nullable",
];

/** Every place where the published schema has something that ours has not, or has otherwise. */
function differences(published: OpenApiSchema, ours: OpenApiSchema | undefined, path: string): string[] {
  if (ours === undefined) return [`${path}: missing`];
  const found: string[] = [];
  for (const keyword of compared) {
    const theirs = published[keyword];
    if (theirs === undefined || (keyword === "type" && ours["x-kubernetes-int-or-string"])) continue;
    const same = Array.isArray(theirs) ? sameWords(theirs, ours[keyword]) : theirs === ours[keyword];
    if (!same)
      found.push(`${path}: ${keyword} is ${JSON.stringify(theirs)} there and ${JSON.stringify(ours[keyword])} here`);
  }
  for (const name of words(published["required"])) {
    if (!words(ours["required"]).includes(name)) found.push(`${path}.${name}: required there, not here`);
  }
  for (const [name, member] of Object.entries(members(published))) {
    found.push(...differences(member, members(ours)[name], `${path}.${name}`));
  }
  for (const keyword of ["items", "additionalProperties"]) {
    const inner = published[keyword];
    if (isObject(inner)) found.push(...differences(inner, schemaAt(ours, keyword), `${path}[]`));
  }
  return found;
}

const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const sameWords = (a: unknown, b: unknown): boolean => words(a).sort().join() === words(b).sort().join();
const members = (schema: OpenApiSchema): Record<string, OpenApiSchema> =>
  (schema["properties"] ?? {}) as Record<string, OpenApiSchema>;
const schemaAt = (schema: OpenApiSchema, keyword: string): OpenApiSchema | undefined =>
  schema[keyword] as OpenApiSchema | undefined;

suite("schemas equal the published CustomResourceDefinitions", { skip: needsFixtures }, () => {
  for (const file of files) {
    const path = fixtures(`istio-crds/${file}`);
    const { documents } = path === undefined ? { documents: [] } : readDocuments(readFileSync(path), basename(path));
    for (const { spec } of documents.map((d) => d.value as Crd)) {
      test(`${spec.group} ${spec.names.kind}`, () => {
        const kind = builtInKinds.find((k) => k.group === spec.group && k.kind === spec.names.kind);
        assert.ok(kind, "the kind is known");
        compareNames(kind, spec);
        const ours = toOpenApi(kind.schema);
        for (const version of spec.versions) {
          const published = version.schema.openAPIV3Schema;
          const { apiVersion: _a, kind: _k, metadata: _m, ...own } = members(published);
          const found = differences({ ...published, properties: own }, ours, "");
          const unexplained = found.filter((line) => !exceptions.some((e) => e.line.test(line)));
          assert.deepEqual(unexplained.slice(0, 40), [], version.name);
        }
      });
    }
  }
});

function compareNames(kind: KindDefinition, { names, scope, versions }: Crd["spec"]): void {
  assert.equal(kind.plural, names.plural);
  assert.equal(kind.namespaced, scope === "Namespaced");
  assert.deepEqual(new Set(kind.versions.map((v) => v.name)), new Set(versions.map((v) => v.name)));
  assert.deepEqual(new Set(kind.shortNames), new Set(names.shortNames ?? []));
  // More categories than published do no harm: they only make `kubectl get all` show more.
  for (const category of names.categories ?? []) assert.ok(kind.categories.includes(category), category);
}
