import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, type as systemType, totalmem } from "node:os";
import { join } from "node:path";
import { etcdVersion } from "../../test/peers/etcd.ts";
import { istiodVersion } from "../../test/peers/istiod.ts";
import { kubernetesVersion } from "../../test/peers/kubernetes-module.ts";
import type { Surroundings } from "./results.ts";

const root = join(import.meta.dirname, "../..");

/** The machine's load over the last minute. */
export const currentLoad = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

/** This machine and the versions of all that take part, with its load until now: what is checked out may change later. */
export function surroundings(withIstiod: boolean): Surroundings {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
  const peers = { istiod: istiodVersion, "kube-apiserver": kubernetesVersion, etcd: etcdVersion };
  const all = cpus();
  return {
    cores: all.length,
    processor: all[0]?.model ?? "",
    memory: totalmem(),
    system: `${systemType()} ${release()}`,
    load: [currentLoad(), currentLoad()],
    versions: { fairway: `${version}${commit()}`, node: process.version, ...(withIstiod && peers) },
  };
}

/** The commit that is checked out, if this is a checkout. */
function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
    const changed = git("status", "--porcelain", "--", "src") === "" ? "" : ", changed";
    return ` (${git("rev-parse", "--short=12", "HEAD")}${changed})`;
  } catch {
    return "";
  }
}
