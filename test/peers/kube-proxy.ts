import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { toolPath } from "../pods/machine.ts";
import { goProgram } from "./go-program.ts";
import { kubernetesProgram } from "./kubernetes-module.ts";
import type { PeerProcess } from "./peer-process.ts";

/** The path of a real kube-proxy 1.36, built on first use. */
export function kubeProxyPath(): string {
  return goProgram(kubernetesProgram("kube-proxy"));
}

/** By what kube-proxy tells the kernel its rules. */
export type ProxyMode = "nftables" | "iptables";

export interface KubeProxyOptions {
  /** Words that run a command in the node's network namespace. */
  readonly within: readonly string[];
  /** Where it finds the API server. */
  readonly master: string;
  readonly nodeName: string;
  readonly address: string;
  readonly mode: ProxyMode;
  /** The file that takes what it prints. */
  readonly log: string;
}

/** Starts kube-proxy in a network namespace; when it has done its work is seen by the rules. */
export function startKubeProxy({ within, master, nodeName, address, mode, log }: KubeProxyOptions): PeerProcess {
  const flags = {
    master,
    "hostname-override": nodeName,
    "proxy-mode": mode,
    "cluster-cidr": "10.244.0.0/16",
    "bind-address": address,
    // The machine's own limits are not the test's to change.
    "conntrack-max-per-core": "0",
    "conntrack-tcp-timeout-established": "0",
    "conntrack-tcp-timeout-close-wait": "0",
    "healthz-bind-address": "127.0.0.1:10256",
    "metrics-bind-address": "127.0.0.1:10249",
    "nodeport-addresses": "primary",
    "iptables-localhost-nodeports": "false",
    v: "2",
  };
  const file = openSync(log, "a");
  const [enter = "", ...rest] = [...within, "setpriv", "--pdeathsig", "KILL", kubeProxyPath()];
  const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
  const child = spawn(enter, [...rest, ...args], {
    env: { ...process.env, PATH: toolPath },
    stdio: ["ignore", file, file],
  });
  closeSync(file);
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
