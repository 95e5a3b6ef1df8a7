import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../src/base/clock.ts";
import { issueWorkloadCertificate, loadAuthority, loadServerCertificate } from "../src/pki/index.ts";
import { ownGoProgram } from "../test/peers/go-program.ts";
import { benchClient } from "./bench-client.ts";
import { MeasuredProcess } from "./measured-process.ts";

/** The servers that are compared. `fairway` and `go` send bytes that were encoded once; `ads` and `goMarshal` do more. */
export const pushServers = ["fairway", "go", "ads", "goMarshal"] as const;

export type PushServer = (typeof pushServers)[number];

/** What all processes of a run share. */
export interface PushPeers {
  readonly client: MeasuredProcess;
  readonly servers: Readonly<Record<PushServer, MeasuredProcess>>;
  readonly addresses: Readonly<Record<PushServer, string>>;
  stop(): Promise<void>;
}

/**
 * Starts the servers and the load client; encrypted, all proxies show a certificate. `window` is how many bytes a client
 * lets a server send ahead.
 */
export async function startPushPeers(encrypted: boolean, window: number): Promise<PushPeers> {
  const dir = mkdtempSync(join(tmpdir(), "fairway-bench-"));
  if (encrypted) await writeCertificates(dir);
  const tls = encrypted ? ["--tls", dir] : [];
  const go = (name: string) => ownGoProgram(name, join(import.meta.dirname, "go", name));
  const ours = (form: string) =>
    new MeasuredProcess(process.execPath, [
      // As the launcher has them.
      "--min-semi-space-size=4",
      "--max-semi-space-size=8",
      join(import.meta.dirname, "push-server.ts"),
      "--form",
      form,
      ...tls,
    ]);
  const servers = {
    fairway: ours("transport"),
    go: new MeasuredProcess(go("push-server"), ["-shared", ...tls]),
    ads: ours("ads"),
    goMarshal: new MeasuredProcess(go("push-server"), tls),
  };
  const client = new MeasuredProcess(benchClient("load-client"), ["-window", String(window), ...tls]);
  const addresses = {
    fairway: await servers.fairway.line(),
    go: await servers.go.line(),
    ads: await servers.ads.line(),
    goMarshal: await servers.goMarshal.line(),
  };
  const stop = async () => {
    // The client first: it takes the end of a server for a failure.
    await client.stop();
    for (const server of Object.values(servers)) await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { client, servers, addresses, stop };
}

async function writeCertificates(dir: string): Promise<void> {
  const authority = await loadAuthority(dir, systemClock);
  await loadServerCertificate(dir, "server", authority, ["127.0.0.1"], systemClock);
  const proxy = issueWorkloadCertificate(authority, "spiffe://cluster.local/ns/load/sa/proxy", 86_400_000, systemClock);
  writeFileSync(join(dir, "client.crt"), proxy.certificate);
  writeFileSync(join(dir, "client.key"), proxy.privateKey);
}
