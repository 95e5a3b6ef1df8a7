import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { envoyPath } from "../peers/envoy.ts";
import { type PeerProcess, startPeer } from "../peers/peer-process.ts";

/** Starts an Envoy with a whole configuration, and waits until it takes connections on these ports. */
export async function startStaticEnvoy(bootstrap: object, ports: readonly number[]): Promise<PeerProcess> {
  const dir = mkdtempSync(join(tmpdir(), "fairway-envoy-"));
  const config = join(dir, "bootstrap.json");
  writeFileSync(config, JSON.stringify(bootstrap));
  const args = ["--config-path", config, "--disable-hot-restart", "--concurrency", "1", "--log-level", "warn"];
  const peer = await startPeer({
    program: envoyPath(),
    args,
    log: join(dir, "log"),
    ready: async () => {
      await Promise.all(ports.map(isOpen));
      return true;
    },
  });
  return {
    pid: peer.pid,
    async stop() {
      await peer.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function isOpen(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
