import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { admit, envelopeProblems } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { formatPath } from "../problem.ts";
import { readDocuments } from "../read/read-documents.ts";
import type { Resource } from "../resource.ts";
import { fixtures, needsFixtures } from "../testing/fixtures.ts";
import { deploymentKind } from "./deployment.ts";
import { podKind } from "./pod.ts";
import { statefulSetKind } from "./stateful-set.ts";

const catalog = new KindCatalog([podKind, deploymentKind, statefulSetKind]);

/** Workloads of the samples are complete; those of analyzers are sketches, which lack what a node needs. */
const allowed = { "istio-samples": [], golden: ["FW0621"] };

for (const [folder, codes] of Object.entries<readonly string[]>(allowed)) {
  test(`accepts the workloads of ${folder}`, { skip: needsFixtures }, () => {
    const root = fixtures(folder);
    assert.ok(root);
    let seen = 0;
    const faults: string[] = [];
    for (const file of globSync("**/*.yaml", { cwd: root })) {
      for (const { value } of readDocuments(readFileSync(join(root, file)), file).documents) {
        if (envelopeProblems(value).length > 0) continue;
        const found = catalog.findFor(value as Resource);
        if (!found) continue;
        seen += 1;
        const { problems, unknown } = admit(found.kind, value as Resource);
        for (const { code, path } of [...problems, ...unknown]) {
          if (!codes.includes(code)) faults.push(`${file}: ${code} ${formatPath(path)}`);
        }
      }
    }
    assert.ok(seen > 10, `only ${seen} workloads found`);
    assert.deepEqual(faults, []);
  });
}
