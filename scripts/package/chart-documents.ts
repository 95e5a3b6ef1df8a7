import { readFileSync } from "node:fs";
import { stringify } from "yaml";
import { chartRules } from "./chart-rules.ts";
import { valuesSchema } from "./values-schema.ts";

/** Where the chart is. */
export const chartFolder = "deploy/helm/fairway";

/** The parts of the chart that are made from the code, by path. */
export function chartDocuments(): readonly { readonly path: string; readonly text: string }[] {
  return [
    { path: `${chartFolder}/Chart.yaml`, text: chart() },
    { path: `${chartFolder}/values.schema.json`, text: valuesSchema() },
    { path: `${chartFolder}/files/rules.yaml`, text: chartRules() },
  ];
}

/** The chart is of the product's own version: they change together. */
function chart(): string {
  const { name, version, description, license } = JSON.parse(readFileSync("package.json", "utf8"));
  const head = { apiVersion: "v2", name, description, type: "application", version, appVersion: version };
  const rest = { kubeVersion: ">=1.27.0-0", annotations: { licenses: license } };
  return `# Made from package.json by \`npm run docs\`: do not edit.\n${stringify({ ...head, ...rest })}`;
}
