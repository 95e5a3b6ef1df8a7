import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { builtInCatalog, readDocuments, readMeshConfig } from "../api/index.ts";
import { fixtures, needsFixtures } from "../api/testing/fixtures.ts";
import { type AnalyzeOptions, analyze } from "./analyze.ts";
import { allAnalyzers } from "./analyzers.ts";
import { type Expectation, readExpectations } from "./testing/expectation-table.ts";

const folder = fixtures("golden/analyzers") ?? "";
const kinds = builtInCatalog();
const needsInjector =
  "the row's sidecar-injector ConfigMap is program text of Istio and does not come with the samples";

const documentsOf = (file: string) => readDocuments(readFileSync(join(folder, file)), file).documents;

function findingsOf({ files, analyzer, meshConfig, meshNetworks }: Expectation): readonly string[] {
  const chosen = allAnalyzers.filter(({ name }) => name === analyzer);
  assert.equal(chosen.length, 1, `there is an analyzer ${analyzer}`);
  const mesh = meshConfig && readMeshConfig(documentsOf(meshConfig)[0]?.value).value;
  const networks = meshNetworks && documentsOf(meshNetworks)[0];
  const options: AnalyzeOptions = {
    kinds,
    analyzers: chosen,
    ...(mesh && { mesh }),
    ...(networks && { networks }),
  };
  const apart = chosen.some(({ acrossClusters }) => acrossClusters);
  const inputs = apart
    ? files.map((file, i) => ({ cluster: `cluster${i + 1}`, documents: documentsOf(file) }))
    : [{ cluster: "cluster1", documents: files.flatMap(documentsOf) }];
  const findings = analyze(inputs, options);
  for (const { code, line, message } of findings) {
    assert.ok(chosen[0]?.codes.includes(code), `${analyzer} lists ${code}`);
    assert.ok(line > 0);
    assert.match(message, /^(must|should) /);
  }
  return findings
    .map(({ code, kind, namespace, name }) => `${code} ${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`)
    .sort();
}

suite("Istio's samples for analyzers", { skip: needsFixtures }, () => {
  const rows = readExpectations(readFileSync(join(folder, "README.md"), "utf8"));
  test("are all there", () => assert.equal(rows.length, 83));
  for (const row of rows) {
    const settings = [row.meshConfig, row.meshNetworks].filter((file) => file !== undefined);
    const name = `${row.analyzer} on ${[...row.files, ...settings].join(", ")}`;
    test(name, { skip: row.incomplete && needsInjector }, () => assert.deepEqual(findingsOf(row), row.findings));
  }
});
