import { didYouMean } from "../base/did-you-mean.ts";
import { parseDuration } from "../base/duration.ts";
import { FairwayError } from "../base/fault.ts";
import { type LogLevel, logLevels } from "../base/log.ts";
import type { Environment } from "./environment.ts";
import { type Setting, type SettingName, settingsTable } from "./table.ts";

/** A host and port to listen on. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The settings of `fairway up`, checked and in the form the parts take. */
export interface Settings {
  readonly dataDir: string;
  readonly configDir: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly sample: string | undefined;
  readonly apiAddress: Address;
  readonly xdsAddress: Address;
  readonly xdsTlsAddress: Address;
  readonly xdsTlsNames: readonly string[];
  readonly httpAddress: Address;
  readonly ctrlzAddress: Address;
  readonly debugAuth: boolean;
  readonly meshConfig: string | undefined;
  readonly networks: string | undefined;
  readonly rootNamespace: string | undefined;
  readonly watchedNamespaces: readonly string[];
  readonly domainSuffix: string;
  readonly clusterId: string;
  /** Milliseconds. */
  readonly remoteClusterTimeout: number;
  readonly insecureKubeconfigOptions: readonly string[];
  /** Milliseconds. */
  readonly debounceAfter: number;
  /** Milliseconds. */
  readonly debounceMax: number;
  readonly endpointDebounce: boolean;
  /** Milliseconds; 0: never. */
  readonly refreshInterval: number;
  readonly pushThrottle: number;
  readonly requestRate: number;
  readonly flowControl: boolean;
  /** Milliseconds. */
  readonly flowControlTimeout: number;
  /** Milliseconds. */
  readonly sendTimeout: number;
  readonly xdsCache: boolean;
  readonly distributionStatus: boolean;
  /** Milliseconds. */
  readonly gatewayNameRefresh: number;
  readonly multiRootMesh: boolean;
  readonly xdsThreads: number;
  readonly xdsMaxConnections: number;
  readonly xdsMaxStreams: number;
  /** Bytes. */
  readonly xdsMaxMessage: number;
  readonly xdsMaxNames: number;
  /** Milliseconds. */
  readonly xdsFirstRequest: number;
  /** Milliseconds; 0: for ever. */
  readonly xdsMaxConnectionAge: number;
  /** Milliseconds; 0: no time. */
  readonly xdsDrain: number;
  readonly autoRegistration: boolean;
  readonly workloadHealth: boolean;
  readonly workloadIdentity: boolean;
  /** Milliseconds. */
  readonly workloadGrace: number;
  /** Milliseconds. */
  readonly replicaSilence: number;
  readonly objectStatus: boolean;
  readonly tokenFile: string | undefined;
  readonly clientAuthorityFile: string | undefined;
  readonly apiMaxConnections: number;
  readonly apiMaxRequests: number;
  /** Bytes. */
  readonly apiMaxBody: number;
  /** Milliseconds. */
  readonly apiRequestTimeout: number;
  readonly serviceAddressRange: readonly string[];
  /** First and last. */
  readonly serviceNodePortRange: readonly [number, number];
  readonly endpointController: boolean;
  readonly historyRevisions: number;
  /** Milliseconds. */
  readonly historyAge: number;
  readonly logLevel: LogLevel;
  readonly logScopes: ReadonlyMap<string, LogLevel>;
  readonly logFormat: "json" | "text" | "auto";
}

/** A value as text, and where it came from, for messages. */
export interface Given {
  readonly text: string;
  readonly source: string;
}

/** Takes each setting from the flags, else the environment, else its default. A bad value is a Settings fault. */
export function parseSettings(flags: { readonly [name: string]: string | undefined }, env: Environment): Settings {
  const given = new Map<string, Given>();
  for (const setting of settingsTable) given.set(setting.name, give(setting, flags, env));
  const read = <T>(setting: SettingName, parse: (given: Given) => T): T => parse(given.get(setting) as Given);
  return {
    dataDir: read("dataDir", path),
    configDir: read("configDir", optional),
    kubeconfig: read("kubeconfig", optional),
    sample: read("sample", optional),
    apiAddress: read("apiAddress", address),
    xdsAddress: read("xdsAddress", address),
    xdsTlsAddress: read("xdsTlsAddress", address),
    xdsTlsNames: read("xdsTlsNames", words),
    httpAddress: read("httpAddress", address),
    ctrlzAddress: read("ctrlzAddress", address),
    debugAuth: read("debugAuth", yes),
    meshConfig: read("meshConfig", optional),
    networks: read("networks", optional),
    rootNamespace: read("rootNamespace", optional),
    watchedNamespaces: read("watchedNamespaces", words),
    domainSuffix: read("domainSuffix", name),
    clusterId: read("clusterId", name),
    remoteClusterTimeout: read("remoteClusterTimeout", duration),
    insecureKubeconfigOptions: read("insecureKubeconfigOptions", words),
    debounceAfter: read("debounceAfter", duration),
    debounceMax: read("debounceMax", duration),
    endpointDebounce: read("endpointDebounce", yes),
    refreshInterval: read("refreshInterval", duration),
    pushThrottle: read("pushThrottle", count),
    requestRate: read("requestRate", count),
    flowControl: read("flowControl", yes),
    flowControlTimeout: read("flowControlTimeout", duration),
    sendTimeout: read("sendTimeout", duration),
    xdsCache: read("xdsCache", yes),
    distributionStatus: read("distributionStatus", yes),
    gatewayNameRefresh: read("gatewayNameRefresh", duration),
    multiRootMesh: read("multiRootMesh", yes),
    xdsThreads: read("xdsThreads", count),
    xdsMaxConnections: read("xdsMaxConnections", count),
    xdsMaxStreams: read("xdsMaxStreams", count),
    xdsMaxMessage: read("xdsMaxMessage", count),
    xdsMaxNames: read("xdsMaxNames", count),
    xdsFirstRequest: read("xdsFirstRequest", duration),
    xdsMaxConnectionAge: read("xdsMaxConnectionAge", duration),
    xdsDrain: read("xdsDrain", duration),
    autoRegistration: read("autoRegistration", yes),
    workloadHealth: read("workloadHealth", yes),
    workloadIdentity: read("workloadIdentity", yes),
    workloadGrace: read("workloadGrace", duration),
    replicaSilence: read("replicaSilence", interval),
    objectStatus: read("objectStatus", yes),
    tokenFile: read("tokenFile", optional),
    clientAuthorityFile: read("clientAuthorityFile", optional),
    apiMaxConnections: read("apiMaxConnections", count),
    apiMaxRequests: read("apiMaxRequests", count),
    apiMaxBody: read("apiMaxBody", count),
    apiRequestTimeout: read("apiRequestTimeout", duration),
    serviceAddressRange: read("serviceAddressRange", words),
    serviceNodePortRange: read("serviceNodePortRange", ports),
    endpointController: read("endpointController", yes),
    historyRevisions: read("historyRevisions", count),
    historyAge: read("historyAge", duration),
    logLevel: read("logLevel", (g) => level(g.text, g.source)),
    logScopes: read("logScopes", levels),
    logFormat: read("logFormat", logFormat),
  };
}

/** A setting's text, and where it came from. */
export function give(
  setting: Setting,
  flags: { readonly [name: string]: string | undefined },
  env: Environment,
): Given {
  const flag = flags[setting.name];
  if (flag !== undefined) return { text: flag, source: `--${setting.flag}` };
  for (const name of setting.env) {
    const text = env[name];
    if (text !== undefined && text !== "") return { text, source: name };
  }
  return { text: setting.default, source: "default" };
}

function fault(given: Given, wanted: string): never {
  throw new FairwayError("Settings", `${given.source} must be ${wanted}, not '${given.text}'`);
}

/** A path that must be given. */
export function path(given: Given): string {
  return given.text === "" ? fault(given, "a path") : given.text;
}

/** A name that must be given. */
export function name(given: Given): string {
  return given.text === "" ? fault(given, "a name") : given.text;
}

/** A text, or none. */
export function optional(given: Given): string | undefined {
  return given.text === "" ? undefined : given.text;
}

/** `a,b`; blanks around them do not count. */
function words(given: Given): readonly string[] {
  return given.text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** `host:port`, `:port` or `[v6]:port`. */
export function address(given: Given): Address {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(given.text);
  const port = Number(match?.[3]);
  if (!match || port > 65535) return fault(given, "an address such as 127.0.0.1:15080");
  return { host: match[1] ?? match[2] ?? "", port };
}

function count(given: Given): number {
  return /^\d{1,9}$/.test(given.text) ? Number(given.text) : fault(given, "a whole number");
}

/** `first-last`. */
function ports(given: Given): readonly [number, number] {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(given.text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || first < 1 || last > 65535 || first > last) return fault(given, "ports such as 30000-32767");
  return [first, last];
}

/** Milliseconds. */
export function duration(given: Given): number {
  const ms = parseDuration(given.text);
  return ms === undefined || ms < 0 ? fault(given, "a duration such as 5m") : ms;
}

/** Milliseconds, at least a second's. */
function interval(given: Given): number {
  const ms = duration(given);
  return ms < 1000 ? fault(given, "at least 1s") : ms;
}

/** `true` or `false`. */
export function yes(given: Given): boolean {
  return oneOf(["true", "false"] as const, given) === "true";
}

/** The form of log lines. */
export function logFormat(given: Given): "json" | "text" | "auto" {
  return oneOf(["json", "text", "auto"] as const, given);
}

function oneOf<const T extends string>(words: readonly T[], given: Given): T {
  return (
    words.find((word) => word === given.text) ??
    fault(given, `one of ${words.join(", ")}${didYouMean(given.text, words).replace("?", "")}`)
  );
}

/** The level of a log scope. */
export function level(text: string, source: string): LogLevel {
  return oneOf(logLevels, { text, source });
}

/** `scope=level,…`. */
export function levels(given: Given): ReadonlyMap<string, LogLevel> {
  const pairs = given.text.split(",").filter((pair) => pair !== "");
  return new Map(
    pairs.map((pair) => {
      const [name = "", text = ""] = pair.split("=");
      if (name === "") return fault(given, "scope=level pairs, such as store=debug");
      return [name, level(text, `${given.source} (${name})`)] as const;
    }),
  );
}
