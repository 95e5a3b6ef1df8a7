import type { LogLevel } from "../base/log.ts";
import type { Environment } from "./environment.ts";
import {
  type Address,
  address,
  duration,
  type Given,
  give,
  level,
  levels,
  logFormat,
  name,
  optional,
  path,
  yes,
} from "./parse-settings.ts";
import { type Setting, settingsTable } from "./table.ts";

/** The settings of `fairway edge`, checked and in the form the parts take. */
export interface EdgeSettings {
  readonly nodeName: string;
  readonly kubeconfig: string | undefined;
  readonly bindAddress: Address;
  readonly httpAddress: Address;
  readonly cacheDir: string;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
  readonly caFile: string | undefined;
  readonly localEndpoint: boolean;
  /** Milliseconds. */
  readonly offlineAfter: number;
  /** Milliseconds. */
  readonly syncTimeout: number;
  /** Milliseconds. */
  readonly probeInterval: number;
  readonly debug: boolean;
  readonly logLevel: LogLevel;
  readonly logScopes: ReadonlyMap<string, LogLevel>;
  readonly logFormat: "json" | "text" | "auto";
}

/** Every setting of `fairway edge`, once. Flags win over the environment, the environment over defaults. */
export const edgeSettingsTable: readonly Setting[] = [
  {
    name: "nodeName",
    flag: "node-name",
    env: ["FAIRWAY_NODE_NAME", "NODE_NAME"],
    type: "text",
    default: "",
    doc: "Name of the node that the clients are on, as its Node object has it.",
  },
  {
    name: "kubeconfig",
    flag: "kubeconfig",
    env: ["FAIRWAY_KUBECONFIG"],
    type: "path",
    default: "",
    doc: "File that says where the API server is, or a caching proxy before it, and who one is there; without it the access of the pod that this runs in.",
  },
  {
    name: "bindAddress",
    flag: "bind-address",
    env: ["FAIRWAY_BIND_ADDRESS"],
    type: "address",
    default: "127.0.0.1:51006",
    doc: "Where kube-proxy is served; whoever reaches it uses the wrapper's access to the API server.",
  },
  {
    name: "httpAddress",
    flag: "http-address",
    env: ["FAIRWAY_HTTP_ADDRESS"],
    type: "address",
    default: "127.0.0.1:51007",
    doc: "Where metrics, health and debug pages are served.",
  },
  {
    name: "cacheDir",
    flag: "cache-dir",
    env: ["FAIRWAY_CACHE_DIR"],
    type: "path",
    default: "./.fairway-edge",
    doc: "Directory in which what is served is kept, to be served while the API server is away.",
  },
  {
    name: "certFile",
    flag: "cert-file",
    env: ["FAIRWAY_CERT_FILE"],
    type: "path",
    default: "",
    doc: "Certificate by which kube-proxy is served over TLS; without it over plain HTTP.",
  },
  {
    name: "keyFile",
    flag: "key-file",
    env: ["FAIRWAY_KEY_FILE"],
    type: "path",
    default: "",
    doc: "Key of the certificate.",
  },
  {
    name: "caFile",
    flag: "ca-file",
    env: ["FAIRWAY_CA_FILE"],
    type: "path",
    default: "",
    doc: "Authorities of which clients over TLS must have a certificate; without it none is asked for.",
  },
  {
    name: "localEndpoint",
    flag: "local-endpoint",
    env: ["FAIRWAY_LOCAL_ENDPOINT"],
    type: "choice",
    default: "false",
    doc: "Whether the endpoints of default/kubernetes become the one that its annotations superedge.io/local-endpoint and superedge.io/local-port name: true or false.",
  },
  {
    name: "offlineAfter",
    flag: "offline-after",
    env: ["FAIRWAY_OFFLINE_AFTER"],
    type: "duration",
    default: "5s",
    doc: "How long a start waits for the API server before it serves what it kept.",
  },
  {
    name: "syncTimeout",
    flag: "sync-timeout",
    env: ["FAIRWAY_SYNC_TIMEOUT"],
    type: "duration",
    default: "1m",
    doc: "How long a start waits for the API server where nothing was kept; then it fails.",
  },
  {
    name: "probeInterval",
    flag: "probe-interval",
    env: ["FAIRWAY_PROBE_INTERVAL"],
    type: "duration",
    default: "5s",
    doc: "How often the API server is asked whether it is there, and how long it may take to answer.",
  },
  {
    name: "debug",
    flag: "debug",
    env: ["FAIRWAY_DEBUG"],
    type: "choice",
    default: "false",
    doc: "Whether profiles of the process are served under /debug/pprof of the bind address: true or false.",
  },
  ...settingsTable.filter(({ name }) => name === "logLevel" || name === "logScopes" || name === "logFormat"),
];

/** Takes each setting from the flags, else the environment, else its default. A bad value is a Settings fault. */
export function parseEdgeSettings(
  flags: { readonly [name: string]: string | undefined },
  env: Environment,
): EdgeSettings {
  const given = new Map(edgeSettingsTable.map((setting) => [setting.name, give(setting, flags, env)]));
  const read = <T>(setting: keyof EdgeSettings, parse: (given: Given) => T): T => parse(given.get(setting) as Given);
  return {
    nodeName: read("nodeName", ({ text, source }) =>
      name({ text, source: source === "default" ? "--node-name" : source }),
    ),
    kubeconfig: read("kubeconfig", optional),
    bindAddress: read("bindAddress", address),
    httpAddress: read("httpAddress", address),
    cacheDir: read("cacheDir", path),
    certFile: read("certFile", optional),
    keyFile: read("keyFile", optional),
    caFile: read("caFile", optional),
    localEndpoint: read("localEndpoint", yes),
    offlineAfter: read("offlineAfter", duration),
    syncTimeout: read("syncTimeout", duration),
    probeInterval: read("probeInterval", duration),
    debug: read("debug", yes),
    logLevel: read("logLevel", (g) => level(g.text, g.source)),
    logScopes: read("logScopes", levels),
    logFormat: read("logFormat", logFormat),
  };
}
