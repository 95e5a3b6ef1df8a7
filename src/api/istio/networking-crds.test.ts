import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";
import { isObject } from "../../base/json.ts";
import type { KindDefinition } from "../kind.ts";
import { toOpenApi } from "../schema/openapi.ts";
import { fixtures, needsFixtures } from "../testing/fixtures.ts";
import { networkingKinds } from "./testing/networking-kinds.ts";

/** What must be the same; rules in CEL and protobuf's oneofs are checks of ours, and sentences are our own. */
const facts = [
  "type",
  "required",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "maxProperties",
  "pattern",
  "nullable",
  "x-kubernetes-int-or-string",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
];

/** Other spellings that the published schemas list as fields of their own. */
const aliases = ["mirror_percent"];

interface Names {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories: readonly string[];
}

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly names: Names & { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly storage: boolean;
      readonly schema: { readonly openAPIV3Schema: object };
      readonly additionalPrinterColumns?: readonly { readonly name: string }[];
    }[];
  };
}

const crds: readonly (Crd | null)[] = needsFixtures
  ? []
  : parseAllDocuments(readFileSync(fixtures("istio-crds/crd-all.gen.yaml") ?? "", "utf8")).map((d) => d.toJS());

function publishedCrd(kind: KindDefinition): Crd {
  const found = crds.find((crd) => crd?.spec.group === kind.group && crd.spec.names.kind === kind.kind);
  assert.ok(found, `no CustomResourceDefinition of ${kind.kind}`);
  return found;
}

function differences(ours: unknown, theirs: unknown, path: string): string[] {
  if (!isObject(ours) || !isObject(theirs)) return ours === theirs ? [] : [`${path}: only one of them has it`];
  const found = facts.flatMap((fact) => {
    const [a, b] = [ours[fact], theirs[fact]].map((v) => (fact === "required" && Array.isArray(v) ? [...v].sort() : v));
    return JSON.stringify(a) === JSON.stringify(b)
      ? []
      : [`${path} ${fact}: ${JSON.stringify(a)}, not ${JSON.stringify(b)}`];
  });
  const [mine, published] = [ours.properties ?? {}, theirs.properties ?? {}] as { [name: string]: unknown }[];
  const names = new Set([...Object.keys(mine ?? {}), ...Object.keys(published ?? {})]);
  for (const name of names) {
    if (!aliases.includes(name)) found.push(...differences(mine?.[name], published?.[name], `${path}.${name}`));
  }
  found.push(...differences(ours.items, theirs.items, `${path}[]`));
  found.push(...differences(ours.additionalProperties, theirs.additionalProperties, `${path}{}`));
  return found;
}

for (const kind of networkingKinds) {
  test(`${kind.kind} has the published form`, { skip: needsFixtures }, () => {
    const { names, versions } = publishedCrd(kind).spec;
    assert.equal(kind.plural, names.plural);
    assert.equal(kind.singular, names.singular);
    assert.deepEqual(kind.shortNames, names.shortNames ?? []);
    assert.deepEqual(kind.categories, names.categories);
    assert.deepEqual(kind.versions.map((v) => v.name).sort(), versions.map((v) => v.name).sort());
    for (const version of versions) {
      if (version.storage) assert.equal(kind.versions[0].name, version.name);
      assert.deepEqual(differences(toOpenApi(kind.schema), version.schema.openAPIV3Schema, ""), []);
      const columns = (version.additionalPrinterColumns ?? []).map((c) => c.name).filter((name) => name !== "Age");
      assert.deepEqual(
        kind.columns.map((c) => c.name),
        columns,
      );
    }
  });
}
