import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { FairwayError } from "../../base/fault.ts";
import { readAuthority } from "../../pki/index.ts";
import type { Address } from "../../settings/index.ts";
import { type ProxyBootstrap, proxyBootstrap } from "../proxy-bootstrap.ts";
import { writeIdentityFile } from "../proxy-identity-file.ts";
import { writeBootstrap } from "../run-envoy.ts";

export interface DemoEnvoyOptions {
  /** Path of Envoy. */
  readonly program: string;
  /** What is told of the proxy; its name is also that of its directory. */
  readonly proxy: Pick<ProxyBootstrap, "type" | "name" | "ip" | "labels" | "metadata">;
  /** Where the control plane serves xDS over TLS, and its data directory. */
  readonly xds: Address;
  readonly dataDir: string;
  /** Directory in which the proxy gets one of its own. */
  readonly dir: string;
}

/** An Envoy of the demo. */
export interface DemoEnvoy {
  /** Resolves when it ends by itself, with what there is to say about that. */
  readonly died: Promise<FairwayError>;
  close(): Promise<void>;
}

/**
 * Becomes Envoy, and leaves somebody behind who ends the whole process group when the line to us breaks: however we end, no
 * Envoy stays.
 */
const guarded = `exec 3<&0; (read -r _ <&3; kill -9 0) & exec "$0" "$@" 3<&- </dev/null`;
const lifetime = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds that Envoy may take to end. */
const patience = 3000;

/** Starts an Envoy that is a proxy of the demo's mesh, with an identity of its own. */
export async function startDemoEnvoy(options: DemoEnvoyOptions): Promise<DemoEnvoy> {
  const { program, proxy, xds, dataDir } = options;
  const dir = join(options.dir, proxy.name);
  await mkdir(dir, { mode: 0o700 });
  const authority = await readAuthority(dataDir);
  const workload = { namespace: "default", serviceAccount: proxy.name };
  const identity = { trustDomain: "cluster.local", ...workload };
  const identityFile = await writeIdentityFile({ authority, identity, lifetime, dir });
  const tls = { authority: authority.certificate, identityFile };
  const bootstrap = proxyBootstrap({ ...proxy, ...workload, domainSuffix: "cluster.local", mode: "delta", xds, tls });
  const args = await writeBootstrap(bootstrap, dir, ["--log-level", "warn", "--concurrency", "1"]);
  const log = join(dir, "envoy.log");
  const file = openSync(log, "w");
  // In a process group of its own, which Ctrl-C on the terminal does not reach: we say when it ends.
  const child = spawn("/bin/sh", ["-c", guarded, program, ...args], { stdio: ["pipe", file, file], detached: true });
  closeSync(file);
  let closing = false;
  const ended = once(child, "exit").then(([code, signal]) => `${signal ?? `code ${code}`}`);
  const died = new Promise<FairwayError>((resolve) => {
    void ended.then(async (how) => {
      if (!closing) resolve(await obituary(proxy.name, how, log));
    });
  });
  return {
    died,
    async close() {
      closing = true;
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), patience);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function obituary(name: string, how: string, log: string): Promise<FairwayError> {
  const said = (await readFile(log, "utf8").catch(() => "")).trim().split("\n").slice(-5).join(" | ");
  const reason = said === "" ? "it said nothing" : `the last it said is: ${said}`;
  return new FairwayError("Unavailable", `the demo's Envoy '${name}' ended (${how}); ${reason}`);
}
