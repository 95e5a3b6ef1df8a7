import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { admit } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { builtInKinds } from "../kinds.ts";
import { readDocuments } from "../read/read-documents.ts";
import type { Resource } from "../resource.ts";
import { fixtures, needsFixtures } from "../testing/fixtures.ts";
import { kindFromCrd } from "./kind-from-crd.ts";
import { lines } from "./testing/custom-kind.ts";

interface Case {
  readonly file: string;
  readonly resource: Resource;
  /** What the API server says, for objects that it rejects. */
  readonly rejected: unknown;
}

function documents(folder: string): { readonly file: string; readonly value: Resource }[] {
  const root = fixtures(folder);
  if (root === undefined) return [];
  return globSync("**/*.yaml", { cwd: root })
    .sort()
    .flatMap((file) =>
      readDocuments(quoted(readFileSync(join(root, file), "utf8")), file).documents.map((d) => ({
        file: basename(file),
        value: d.value as Resource,
      })),
    );
}

/** kubectl takes an address before `]` as text; by the rules of YAML its last colon would make it a key. */
function quoted(yaml: string): Uint8Array {
  return Buffer.from(yaml.replace(/, ([\w:]+::)\]/g, ", '$1']"));
}

function cases(): Case[] {
  return documents("golden/validation").map(({ file, value }) => {
    const { _err: rejected, ...resource } = value;
    return { file, resource: resource as Resource, rejected };
  });
}

function faults(catalog: KindCatalog, resource: Resource): string[] {
  const found = catalog.findFor(resource);
  assert.ok(found, `${resource.apiVersion} ${resource.kind} is known`);
  const { problems, unknown } = admit(found.kind, resource, found.version);
  return lines([...problems.filter((p) => p.severity === "error"), ...unknown]);
}

suite("kinds made from the published CustomResourceDefinitions", { skip: needsFixtures }, () => {
  const crds = documents("istio-crds").map(({ value }) => value);
  const made = crds.map((crd) => ({ name: crd.metadata.name, ...kindFromCrd(crd) }));

  for (const { name, kind, problems } of made) {
    test(`${name} can be used, with all its rules`, () => {
      assert.deepEqual(lines(problems), []);
      assert.ok(kind);
    });
  }

  const custom = new KindCatalog(made.flatMap(({ kind }) => kind ?? []));
  const builtIn = new KindCatalog(builtInKinds);

  test("judge the validation cases as the API server does, and so do the built-in kinds", () => {
    assert.ok(cases().length > 50, "there are cases");
    for (const { file, resource, rejected } of cases()) {
      const name = `${file} ${resource.kind} ${resource.metadata?.name}: ${rejected ?? "valid"}`;
      const told = faults(custom, resource);
      assert.equal(told.length > 0, rejected !== undefined, `${name}, by its definition: ${told.join("; ")}`);
      const own = faults(builtIn, resource);
      assert.equal(own.length > 0, rejected !== undefined, `${name}, by the built-in kind: ${own.join("; ")}`);
    }
  });

  test("accept what the built-in kinds accept of the samples, and fill in the same", () => {
    for (const { file, value } of documents("istio-samples")) {
      const found = value?.apiVersion === undefined ? undefined : custom.findFor(value);
      if (!found) continue;
      const name = `${file} ${value.kind} ${value.metadata.name}`;
      assert.deepEqual(faults(custom, value), [], name);
      assert.deepEqual(faults(builtIn, value), [], name);
    }
  });
});
