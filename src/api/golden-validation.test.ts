import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { KindCatalog } from "./catalog.ts";
import { builtInKinds } from "./kinds.ts";
import { type CheckedDocument, checkDocuments } from "./read/check-documents.ts";
import { readDocuments } from "./read/read-documents.ts";
import { fixtures, needsFixtures } from "./testing/fixtures.ts";

const kinds = new KindCatalog(builtInKinds);
const errorsOf = (checked: CheckedDocument) => checked.problems.filter((p) => p.severity === "error");
const nameOf = (checked: CheckedDocument) =>
  (checked.document.value as { metadata?: { name?: string } }).metadata?.name ?? "?";

suite("golden validation cases", { skip: needsFixtures }, () => {
  const dir = fixtures("golden/validation/crds") ?? "";
  for (const path of globSync("*.yaml", { cwd: dir })) {
    const { documents, problems } = readDocuments(readFileSync(join(dir, path)), path);
    test(`${path} reads`, () => assert.deepEqual(problems, []));
    const expected = documents.map((d) => (d.value as { _err?: string })._err);
    const stripped = documents.map((d) => ({ ...d, value: withoutExpectation(d.value) }));
    for (const [i, checked] of checkDocuments(stripped, kinds).entries()) {
      const wanted = expected[i];
      test(`${path} ${nameOf(checked)} is ${wanted === undefined ? "accepted" : "refused"}`, () => {
        const errors = errorsOf(checked);
        if (wanted === undefined) assert.deepEqual(errors, []);
        else {
          assert.notEqual(errors.length, 0, `expected: ${wanted}`);
          const field = /^(spec[^: ]*):? /.exec(wanted)?.[1];
          const paths = errors.map((p) => p.path);
          if (field !== undefined)
            assert.ok(
              paths.some((p) => p.startsWith(field) || field.startsWith(p)),
              `${field} in ${paths}`,
            );
        }
      });
    }
  }
});

function withoutExpectation(value: unknown): unknown {
  const { _err, ...rest } = value as { _err?: string };
  return rest;
}

/** Documents that Kubernetes' own API would refuse too: they were made to be fed in behind its back. */
const refused: readonly { readonly line: RegExp; readonly reason: string }[] = [
  { line: /pilot\/testdata\/invalid\.yaml/, reason: "is not an object at all" },
  { line: /bad-annotation-service\.yaml.*FW0103 spec/, reason: "a Service without a spec has no ports" },
  { line: /FW0115 metadata\.name must be lower-case/, reason: "names with capitals are no names in Kubernetes" },
  { line: /FW0101 .*websocketUpgrade/, reason: "the field was removed from Istio's definition years ago" },
  { line: /backend-tls-policy\.yaml.*FW0703/, reason: "the published definition wants section names to be distinct" },
  { line: /listenerset-empty-listeners\.yaml.*FW0106/, reason: "the published definition wants one listener at least" },
];

suite("documents in the wild", { skip: needsFixtures }, () => {
  const folders = [
    "istio-samples",
    "istio-crds",
    "golden/istiod-xds",
    "golden/mesh-config",
    "golden/integration-inputs",
    "golden/gateway-api",
  ];
  for (const folder of folders) {
    test(`${folder} has no invalid document`, () => {
      const dir = fixtures(folder) ?? "";
      const faults: string[] = [];
      for (const file of globSync("**/*.yaml", { cwd: dir })) {
        const { documents, problems } = readDocuments(readFileSync(join(dir, file)), file);
        const all = [...problems, ...checkDocuments(documents, kinds).flatMap(errorsOf)];
        faults.push(...all.map((p) => `${p.file}:${p.line} ${p.kind} ${p.name} ${p.code} ${p.path} ${p.message}`));
      }
      const unexpected = faults.filter((line) => !refused.some((r) => r.line.test(line)));
      assert.deepEqual(unexpected.slice(0, 20), []);
    });
  }
});
