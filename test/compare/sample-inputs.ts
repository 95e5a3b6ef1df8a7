import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { goldenFolder } from "../golden/istiod-xds.ts";
import { baseCase, type ComparedCase, fileCase, objectsFrom } from "./compared-case.ts";
import { renderTemplate } from "./go-template.ts";
import type { ComparedNode } from "./node-of-pod.ts";
import { sampleCases } from "./sample-cases.ts";

const fixtures = join(goldenFolder, "../..");

/** Sample configurations of every source: Istio's samples, inputs of its integration tests and of its benchmarks. */
export function sampleInputs(): readonly ComparedCase[] {
  return [...sampleCases(), ...integrationInputs(), ...benchmarks()];
}

function integrationInputs(): readonly ComparedCase[] {
  const files = filesUnder(join(fixtures, "golden/integration-inputs"), /\.(yaml|json)$/);
  return files.map((file) => fileCase(relative(fixtures, file), [file]));
}

/** Benchmark inputs, with three services each: their size says nothing more about what Envoy accepts. */
function benchmarks(): readonly ComparedCase[] {
  const sizes = { Services: 3, Instances: 5 };
  return filesUnder(join(fixtures, "golden/benchmarks"), /\.yaml$/).map((file) => {
    const objects = objectsFrom(renderTemplate(readFileSync(file, "utf8"), sizes), file);
    return { ...baseCase(), name: relative(fixtures, file), objects, nodes: benchmarkNodes };
  });
}

/** The proxies that the benchmark inputs are written for. */
const benchmarkNodes: ReadonlyMap<string, ComparedNode> = new Map(
  (["sidecar", "router"] as const).map((type) => [
    type,
    {
      id: `${type}~1.1.1.1~v0.default~default.svc.cluster.local`,
      cluster: "v0.default",
      metadata: { NAMESPACE: "default", CLUSTER_ID: "Kubernetes", LABELS: { "istio.io/benchmark": "true" } },
    },
  ]),
);

function filesUnder(folder: string, pattern: RegExp): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => pattern.test(file))
    .sort()
    .map((file) => join(folder, file));
}
