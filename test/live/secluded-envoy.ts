import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { envoyPath } from "../peers/envoy.ts";
import { startPeer } from "../peers/peer-process.ts";

/** What files an Envoy finds on its machine, by absolute path. */
export type MachineFiles = ReadonlyMap<string, string | Uint8Array>;

export interface SecludedEnvoyOptions {
  /** Must have neither an admin page nor addresses of other processes, but for sockets in `dir`. */
  readonly bootstrap: object;
  /** An empty directory for it. */
  readonly dir: string;
  readonly files: MachineFiles;
}

/** An Envoy on a machine of its own, as far as it can see. */
export interface SecludedEnvoy {
  /** What its admin page says. */
  admin(path: string): Promise<string>;
  /** What it wrote to its log. */
  said(): string;
  stop(): Promise<void>;
}

/**
 * Starts a real Envoy with a network of its own, in which every port is free and every address may be bound to, and with
 * a file system of its own, in which the files are that configuration speaks of. No privilege is needed.
 */
export async function startSecludedEnvoy({ bootstrap, dir, files }: SecludedEnvoyOptions): Promise<SecludedEnvoy> {
  const root = makeRoot(join(dir, "root"), files);
  const socket = join(dir, "admin.sock");
  const config = join(dir, "bootstrap.json");
  const log = join(dir, "envoy.log");
  writeFileSync(config, JSON.stringify({ ...bootstrap, admin: { address: { pipe: { path: socket } } } }));
  const admin = (path: string) => getFromSocket(socket, path);
  const envoy = envoyPath();
  const shared = [...systemFolders().folders, "/dev", "/proc", "/tmp", dirname(envoy), dir];
  const setUp = [
    "set -e",
    "ip link set lo up",
    "for family in ipv4 ipv6; do echo 1 > /proc/sys/net/$family/ip_nonlocal_bind; done",
    ...shared.map((path) => `mkdir -p '${root}${path}' && mount --rbind '${path}' '${root}${path}'`),
    // Again, because a new user namespace makes the kernel forget it.
    `exec setpriv --pdeathsig KILL chroot '${root}' "$@"`,
  ].join("\n");
  const envoyArgs = ["--config-path", config, "--disable-hot-restart", "--concurrency", "1", "--log-level", "warn"];
  const peer = await startPeer({
    program: "unshare",
    args: [
      ...["--map-root-user", "--net", "--mount", "sh", "-c", setUp, "sh"],
      ...[envoy, ...envoyArgs, "--drain-time-s", "1"],
    ],
    log,
    ready: async () => (await admin("/server_info")) !== "",
  });
  return { admin, said: () => readFileSync(log, "utf8"), stop: () => peer.stop() };
}

/** The root of a file system with our files; the rest is put there by mounts that only Envoy sees. */
function makeRoot(root: string, files: MachineFiles): string {
  for (const path of ["/etc", "/var/run"]) mkdirSync(join(root, path), { recursive: true });
  for (const link of systemFolders().links) symlinkSync(readlinkSync(link), join(root, link));
  // Nobody answers there, and at once.
  const all: MachineFiles = new Map([["/etc/resolv.conf", "nameserver 127.0.0.1\n"], ...files]);
  for (const [path, content] of all) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Where programs and libraries are; on most systems all but one are links. */
function systemFolders(): { readonly folders: readonly string[]; readonly links: readonly string[] } {
  const all = ["/usr", "/bin", "/lib", "/lib64", "/sbin"].filter((path) => existsSync(path));
  const isLink = (path: string) => lstatSync(path).isSymbolicLink();
  return { folders: all.filter((path) => !isLink(path)), links: all.filter(isLink) };
}

function getFromSocket(socketPath: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = get({ socketPath, path, agent: false }, (answer) => text(answer).then(resolve, reject));
    call.on("error", reject);
  });
}
