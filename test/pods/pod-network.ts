import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { captureRules } from "./capture-rules.ts";
import { runTool } from "./machine.ts";

const folder = "/run/netns";
const prefix = "fairway-pods";

/** The address of the control plane, seen from every pod. */
export const switchAddress = "10.244.0.1";

/**
 * Network namespaces joined by a bridge in one of their own. Nothing of it is seen from outside, so that any number of
 * runs may have the same addresses. Each namespace is named after the process that made it, by which those of a process
 * that died are known.
 */
export class PodNetwork {
  readonly #prefix = `${prefix}-${ownStamp()}-${randomBytes(3).toString("hex")}`;
  readonly #names = new Set<string>();
  readonly #onExit = () => this.close();
  #links = 0;

  constructor() {
    removeStale();
    process.on("exit", this.#onExit);
    const name = this.#add("switch");
    runTool(
      "ip",
      ["-n", name, "-batch", "-"],
      [
        "link set lo up",
        "link add br0 type bridge",
        "link set br0 up",
        `addr add ${switchAddress}/32 dev br0`,
        "route add default dev br0",
      ].join("\n"),
    );
  }

  /** Words before a command that make it run in the switch. */
  get switch(): readonly string[] {
    return within(this.#nameOf("switch"));
  }

  /** Makes a namespace with one address, every other address being on its link; returns the words that run a command in it. */
  addPod(name: string, address: string): readonly string[] {
    const namespace = this.#add(`pod-${name}`);
    const link = `p${++this.#links}`;
    runTool(
      "ip",
      ["-n", this.#nameOf("switch"), "-batch", "-"],
      [`link add ${link} type veth peer name eth0 netns ${namespace}`, `link set ${link} master br0 up`].join("\n"),
    );
    runTool(
      "ip",
      ["-n", namespace, "-batch", "-"],
      ["link set lo up", "link set eth0 up", `addr add ${address}/32 dev eth0`, "route add default dev eth0"].join(
        "\n",
      ),
    );
    const [program = "", ...args] = within(namespace);
    // As in a cluster's pods: who is not root may listen on port 80.
    runTool(program, [...args, "tee", "/proc/sys/net/ipv4/ip_unprivileged_port_start"], "0");
    return within(namespace);
  }

  /** Sends what comes to and goes from a pod through its proxy. */
  capture(name: string): void {
    const [program = "", ...args] = within(this.#nameOf(`pod-${name}`));
    runTool(program, [...args, "iptables-restore"], captureRules);
  }

  /** Takes a pod's namespace away; what runs in it must have ended. */
  removePod(name: string): void {
    this.#remove(this.#nameOf(`pod-${name}`));
  }

  close(): void {
    process.off("exit", this.#onExit);
    for (const name of this.#names) this.#remove(name);
  }

  #nameOf(part: string): string {
    return `${this.#prefix}-${part}`;
  }

  #add(part: string): string {
    const name = this.#nameOf(part);
    runTool("ip", ["netns", "add", name]);
    this.#names.add(name);
    return name;
  }

  #remove(name: string): void {
    if (this.#names.delete(name)) runTool("ip", ["netns", "delete", name]);
  }
}

function within(namespace: string): readonly string[] {
  return ["nsenter", `--net=${folder}/${namespace}`];
}

/** Process ids are used again; together with when the process began they are not. */
function stampOf(pid: number | string): string | undefined {
  try {
    // The program's name stands in brackets and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return `${pid}-${fields[19]}`;
  } catch {
    return undefined;
  }
}

function ownStamp(): string {
  return stampOf(process.pid) ?? `${process.pid}-0`;
}

function removeStale(): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, stamp, pid = ""] = /^fairway-pods-((\d+)-\d+)-/.exec(name) ?? [];
    if (stamp === undefined || stampOf(pid) === stamp) continue;
    try {
      runTool("ip", ["netns", "delete", name]);
    } catch {
      // Another run was faster.
    }
  }
}
