import { execFileSync, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { chartFolder } from "../../scripts/package/chart-documents.ts";
import { type Manifest, manifestsIn } from "../../scripts/package/kustomize-base.ts";
import { helmPath } from "../tools/kubectl.ts";

/** The chart's directory. */
export const chart = resolve(import.meta.dirname, "../..", chartFolder);

/** Values for Helm, laid over the chart's own. */
export type Values = { readonly [name: string]: unknown };

/** Values under which the chart makes each of its objects, in the forms that they have. */
export const valueSets: { readonly [what: string]: Values } = {
  "by default": {},
  "in two namespaces": { watchedNamespaces: ["default", "shop"] },
  "with everything": {
    fullnameOverride: "plane",
    image: { repository: "example.com/fairway", digest: `sha256:${"0".repeat(64)}` },
    imagePullSecrets: [{ name: "registry" }],
    meshConfig: { accessLogFile: "/dev/stdout", defaultConfig: { concurrency: 2 } },
    meshNetworks: { networks: { far: { gateways: [{ address: "1.2.3.4", port: 15443 }] } } },
    settings: { "debounce-after": "200ms", "xds-max-message": 8_388_608, "flow-control": false },
    serviceAccount: { name: "plane-account", annotations: { note: "x" } },
    service: { type: "LoadBalancer", plainText: false, aliases: ["istiod"], annotations: { note: "x" } },
    autoscaling: { enabled: true, maxReplicas: 9 },
    podAnnotations: { note: "x" },
    podLabels: { team: "mesh" },
    nodeSelector: { "kubernetes.io/os": "linux" },
    tolerations: [{ key: "dedicated", operator: "Exists" }],
    affinity: { nodeAffinity: {} },
    priorityClassName: "system-cluster-critical",
    edge: { enabled: true, server: "https://10.0.0.1:6443", settings: { "offline-after": "10s", debug: true } },
  },
  "with roles of others": { rbac: { create: false }, serviceAccount: { create: false, name: "given" }, replicas: 1 },
};

const namespace = "istio-system";

/** What the chart makes of values. */
export function render(values: Values, release = "fairway"): readonly Manifest[] {
  const args = ["template", release, chart, "--namespace", namespace, "--values", "-"];
  return manifestsIn(
    execFileSync(helmPath(), args, { encoding: "utf8", input: JSON.stringify(values), stdio: "pipe" }),
  );
}

/** What Helm has against values; empty if nothing. */
export function refusal(values: Values): string {
  const args = ["template", "fairway", chart, "--namespace", namespace, "--values", "-"];
  return spawnSync(helmPath(), args, { encoding: "utf8", input: JSON.stringify(values) }).stderr;
}
