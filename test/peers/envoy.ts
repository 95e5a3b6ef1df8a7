import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchedEnvoy } from "../../src/main/envoy/find-envoy.ts";

// Awaited here, so that who starts an Envoy need not be asynchronous for it.
const program = await fetchedEnvoy({ env: process.env });

/** The path of a real Envoy 1.40, fetched on first use. */
export function envoyPath(): string {
  return program;
}

/** What Envoy says of a configuration. */
export interface Verdict {
  readonly ok: boolean;
  /** Why not; empty if it is fine. */
  readonly message: string;
}

/** Asks a real Envoy whether it would start with this bootstrap, given in proto3 JSON. Nothing is opened or connected. */
export async function validateConfig(bootstrap: unknown): Promise<Verdict> {
  const dir = mkdtempSync(join(tmpdir(), "fairway-envoy-"));
  try {
    const config = join(dir, "bootstrap.json");
    writeFileSync(config, JSON.stringify(bootstrap));
    // Files, because /dev/stdout as an access log cannot be opened when it is a pipe of ours.
    const output = join(dir, "output");
    const file = openSync(output, "w");
    const args = ["--mode", "validate", "--config-path", config, "--log-level", "error", "--disable-hot-restart"];
    const child = spawn(program, args, { stdio: ["ignore", file, file], timeout: 120_000 });
    closeSync(file);
    const [code] = (await once(child, "exit")) as [number | null];
    if (code === null) throw new Error("Envoy did not end by itself");
    return { ok: code === 0, message: code === 0 ? "" : reasonIn(readFileSync(output, "utf8")) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The first line that tells what is wrong; the rest repeats the configuration. */
function reasonIn(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.find((line) => /error initializing configuration/.test(line)) ?? lines[0] ?? "";
  return reason.replace(/^.*error initializing configuration '[^']*':\s*/, "").slice(0, 500);
}
