import assert from "node:assert/strict";
import { test } from "node:test";
import { keptFiles } from "./kept-files.ts";
import { sampleRun, sampleStep } from "./testing/sample-run.ts";

const steps = [
  sampleStep({}, 10),
  sampleStep({ server: "istiod" }, 40),
  sampleStep({ services: 500 }, 5),
  sampleStep({ server: "istiod", services: 500 }, 40),
];
const resources = { CDS: 12, EDS: 10, LDS: 5, RDS: 1 };
const holdings = [{ server: "fairway", form: "delta", proxies: 100, services: 1000, resources } as const];

test("a kept run has its results, a document and a plot", () => {
  const results = { ...sampleRun(steps), holdings };
  const files = keptFiles(results);
  assert.deepEqual([...files.keys()], ["push.json", "push.md", "push.svg"]);
  assert.deepEqual(JSON.parse(files.get("push.json") ?? ""), results);
  const document = files.get("push.md") ?? "";
  const expected = [
    "| virtualservice | 10 / 40 = **0.25×** | 20 / 80 = **0.25×** | 1 / 4 = **0.25×** | 10 / 40 = **0.25×** |",
    "## Growth with services",
    "| delta | virtualservice | fairway | 500 → 1,000 | 5 → 10 (1.00) | 10 → 20 (1.00) |",
    "| delta | virtualservice | istiod | 500 → 1,000 | 40 → 40 (0.00) | 80 → 80 (0.00) |",
    "| delta, 100 sidecars, 1,000 services | fairway | 12 | 10 | 5 | 1 |",
  ];
  assert.deepEqual(
    expected.filter((line) => !document.split("\n").includes(line)),
    [],
  );
});
