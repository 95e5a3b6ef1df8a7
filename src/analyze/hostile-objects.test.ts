import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { builtInCatalog, readDocuments, type SourceDocument } from "../api/index.ts";
import { fixtures, needsFixtures } from "../api/testing/fixtures.ts";
import { isObject } from "../base/json.ts";
import { mutate } from "../base/testing/mutate.ts";
import { Random } from "../base/testing/random.ts";
import { analyze } from "./analyze.ts";
import { allAnalyzers } from "./analyzers.ts";

/** The documents of each sample file. */
function samples(): readonly [SourceDocument[], ...SourceDocument[][]] {
  const folder = fixtures("golden/analyzers") ?? "";
  const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
  const read = files.map((file) => readDocuments(readFileSync(join(folder, file)), file).documents);
  return read.filter((documents) => documents.length > 0) as [SourceDocument[], ...SourceDocument[][]];
}

suite("hostile objects", { skip: needsFixtures }, () => {
  test("2,000 mutated objects give findings, never an exception, and are not changed", () => {
    const random = new Random(11);
    const kinds = builtInCatalog();
    const files = samples();
    let found = 0;
    for (let i = 0; i < 2000; i++) {
      const documents = random.pick(files);
      const at = random.below(documents.length);
      const hostile = documents.map((document, j) => (j === at ? mutated(document, random) : document));
      const before = JSON.stringify(hostile[at]?.value);
      const networks = random.chance(0.05) ? hostile[at] : undefined;
      const findings = analyze([{ cluster: "one", documents: hostile }], {
        kinds,
        analyzers: allAnalyzers,
        ...(networks && { networks }),
      });
      assert.equal(JSON.stringify(hostile[at]?.value), before);
      for (const { message, line } of findings) assert.ok(/^(must|should|may) /.test(message) && line > 0, message);
      found += findings.length;
    }
    assert.ok(found > 2000, `${found} findings`);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});

/** Mostly the object keeps its kind and name, or analyzers would not look at it. */
function mutated(document: SourceDocument, random: Random): SourceDocument {
  const changed = mutate(document.value, random);
  const original = document.value;
  if (!isObject(changed) || !isObject(original) || random.chance(0.1)) return { ...document, value: changed };
  const metadata = isObject(changed["metadata"]) ? { ...changed["metadata"], name: "hostile" } : original["metadata"];
  return { ...document, value: { ...changed, apiVersion: original["apiVersion"], kind: original["kind"], metadata } };
}
