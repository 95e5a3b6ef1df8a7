import type { AccessLogging } from "../../api/index.ts";
import type { AccessLog, AccessLogFilter } from "../../gen/envoy/config/accesslog/v3.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { fileAccessLog } from "./file-access-log.ts";
import type { ListenerClass } from "./listener-class.ts";
import { accessLogProvider, meshLogService } from "./log-provider.ts";
import { findProvider, isForClass, namesOf, telemetrySections } from "./telemetry-sections.ts";

/** Where a proxy logs what it did. */
export interface AccessLogs {
  readonly http: readonly AccessLog[];
  readonly tcp: readonly AccessLog[];
  /** Of a listener itself: connections that no filter chain takes. */
  readonly listener: readonly AccessLog[];
}

const noRoute: AccessLogFilter = { responseFlagFilter: { flags: ["NR"] } };

/** Stands among the providers for the mesh's own file and service. */
const meshOwn = "";

/** The access logs of a proxy's listeners: by Telemetry, or the mesh's default providers, or else its file and service. */
export function accessLogs(scope: OutboundScope, listenerClass: ListenerClass): AccessLogs {
  const { config } = scope.settings;
  const { accessLogging } = telemetrySections(scope);
  const defaults = config.defaultProviders?.accessLogging ?? [];
  const wanted = wantedLogs(accessLogging, defaults.length > 0 ? defaults : [meshOwn], listenerClass);
  const all = [...wanted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, expression]) => {
      const logs = name === meshOwn ? meshLogs(config) : providerLogs(scope, name);
      return expression === "" ? logs : logs.map(({ log, kinds }) => ({ log: filtered(log, expression), kinds }));
    });
  const of = (kind: LogKind) => all.flat().flatMap(({ log, kinds }) => (kinds.includes(kind) ? [log] : []));
  return {
    http: of("http"),
    tcp: of("tcp"),
    listener: config.disableEnvoyListenerLog ? [] : of("listener").map(onlyWithoutRoute),
  };
}

type LogKind = keyof AccessLogs;

/** A log, and what it is for. */
interface KindsOfLog {
  readonly log: AccessLog;
  readonly kinds: readonly LogKind[];
}

const everything: readonly LogKind[] = ["http", "tcp", "listener"];

function providerLogs(scope: OutboundScope, name: string): readonly KindsOfLog[] {
  const provider = findProvider(scope, name);
  const log = provider && accessLogProvider(scope, provider);
  return log ? [{ log, kinds: everything }] : [];
}

function meshLogs(config: OutboundScope["settings"]["config"]): readonly KindsOfLog[] {
  const { accessLogFile: path, accessLogFormat: format = "", accessLogEncoding, enableEnvoyAccessLogService } = config;
  const file = path ? [fileAccessLog({ path, format, json: accessLogEncoding === "JSON" })] : [];
  const services = enableEnvoyAccessLogService ? everything : [];
  return [
    ...file.map((log) => ({ log, kinds: everything })),
    ...services.map((kind) => ({ log: meshLogService(kind), kinds: [kind] })),
  ];
}

/**
 * The providers that log, each with the expression that must hold; empty: always. An object that names providers puts those
 * of wider ones out; a section that names none is for the same as the section before.
 */
function wantedLogs(
  objects: readonly (readonly AccessLogging[])[],
  defaults: readonly string[],
  listenerClass: ListenerClass,
): ReadonlyMap<string, string> {
  if (objects.length === 0) return new Map(defaults.map((name) => [name, ""]));
  const here = objects.map((sections) => sections.filter(({ match }) => isForClass(match?.mode, listenerClass)));
  const inUse = here.map((sections) => sections.flatMap(namesOf)).findLast((names) => names.length > 0) ?? defaults;
  const expressions = new Map<string, string>();
  for (const section of here.flat()) {
    for (const name of namesOf(section)) expressions.set(name, section.filter?.expression ?? "");
  }
  const wanted = new Map<string, string>();
  let names: readonly string[] = defaults;
  for (const section of objects.flat()) {
    const own = namesOf(section);
    if (own.length > 0) names = own;
    if (!isForClass(section.match?.mode, listenerClass)) continue;
    for (const name of names.filter((each) => inUse.includes(each))) {
      if (section.disabled) wanted.delete(name);
      else wanted.set(name, expressions.get(name) ?? "");
    }
  }
  return wanted;
}

function filtered(log: AccessLog, expression: string): AccessLog {
  const typedConfig = any("envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter", { expression });
  return { ...log, filter: { extensionFilter: { name: "envoy.access_loggers.extension_filters.cel", typedConfig } } };
}

function onlyWithoutRoute(log: AccessLog): AccessLog {
  return { ...log, filter: log.filter ? { andFilter: { filters: [noRoute, log.filter] } } : noRoute };
}
