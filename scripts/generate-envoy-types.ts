/**
 * Writes the TypeScript types of Envoy's messages, in their JSON form, from the schema in data/: `npm run gen`. One file
 * per protobuf package under src/gen, with what the messages named here reach and nothing else.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { fieldTypes, type MessageField, type MessageType } from "../src/base/protobuf/message-type.ts";
import { type Descriptors, readDescriptors } from "../src/base/protobuf/read-descriptors.ts";

const out = join(import.meta.dirname, "../src/gen");

/** Messages that the program builds: resources, and what it puts into an Any. */
const roots = [
  "envoy.admin.v3.ConfigDump",
  "envoy.config.cluster.v3.Cluster",
  "envoy.config.core.v3.TypedExtensionConfig",
  "envoy.config.endpoint.v3.ClusterLoadAssignment",
  "envoy.config.listener.v3.Listener",
  "envoy.config.rbac.v3.RBAC",
  "envoy.config.route.v3.RouteConfiguration",
  "envoy.config.trace.v3.DatadogConfig",
  "envoy.config.trace.v3.OpenTelemetryConfig",
  "envoy.config.trace.v3.SkyWalkingConfig",
  "envoy.config.trace.v3.ZipkinConfig",
  "envoy.extensions.access_loggers.file.v3.FileAccessLog",
  "envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter",
  "envoy.extensions.access_loggers.grpc.v3.HttpGrpcAccessLogConfig",
  "envoy.extensions.access_loggers.grpc.v3.TcpGrpcAccessLogConfig",
  "envoy.extensions.access_loggers.open_telemetry.v3.OpenTelemetryAccessLogConfig",
  "envoy.extensions.clusters.dynamic_forward_proxy.v3.ClusterConfig",
  "envoy.extensions.filters.http.cors.v3.Cors",
  "envoy.extensions.filters.http.cors.v3.CorsPolicy",
  "envoy.extensions.filters.http.dynamic_forward_proxy.v3.FilterConfig",
  "envoy.extensions.filters.http.ext_authz.v3.ExtAuthz",
  "envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute",
  "envoy.extensions.filters.http.fault.v3.HTTPFault",
  "envoy.extensions.filters.http.grpc_stats.v3.FilterConfig",
  "envoy.extensions.filters.http.grpc_web.v3.GrpcWeb",
  "envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication",
  "envoy.extensions.filters.http.lua.v3.Lua",
  "envoy.extensions.filters.http.rbac.v3.RBAC",
  "envoy.extensions.filters.http.rbac.v3.RBACPerRoute",
  "envoy.extensions.filters.http.router.v3.Router",
  "envoy.extensions.filters.http.stateful_session.v3.StatefulSession",
  "envoy.extensions.filters.http.stateful_session.v3.StatefulSessionPerRoute",
  "envoy.extensions.filters.http.wasm.v3.Wasm",
  "envoy.extensions.filters.listener.http_inspector.v3.HttpInspector",
  "envoy.extensions.filters.listener.original_dst.v3.OriginalDst",
  "envoy.extensions.filters.listener.original_src.v3.OriginalSrc",
  "envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol",
  "envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector",
  "envoy.extensions.filters.network.connection_limit.v3.ConnectionLimit",
  "envoy.extensions.filters.network.ext_authz.v3.ExtAuthz",
  "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
  "envoy.extensions.filters.network.mongo_proxy.v3.MongoProxy",
  "envoy.extensions.filters.network.rbac.v3.RBAC",
  "envoy.extensions.filters.network.redis_proxy.v3.RedisProxy",
  "envoy.extensions.filters.network.sni_cluster.v3.SniCluster",
  "envoy.extensions.filters.network.sni_dynamic_forward_proxy.v3.FilterConfig",
  "envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy",
  "envoy.extensions.filters.network.wasm.v3.Wasm",
  "envoy.extensions.formatter.cel.v3.Cel",
  "envoy.extensions.formatter.metadata.v3.Metadata",
  "envoy.extensions.formatter.req_without_query.v3.ReqWithoutQuery",
  "envoy.extensions.http.header_formatters.preserve_case.v3.PreserveCaseFormatterConfig",
  "envoy.extensions.http.stateful_session.cookie.v3.CookieBasedSessionState",
  "envoy.extensions.http.stateful_session.header.v3.HeaderBasedSessionState",
  "envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig",
  "envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig",
  "envoy.extensions.request_id.uuid.v3.UuidRequestIdConfig",
  "envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate",
  "envoy.extensions.retry.priority.previous_priorities.v3.PreviousPrioritiesConfig",
  "envoy.extensions.tracers.opentelemetry.resource_detectors.v3.DynatraceResourceDetectorConfig",
  "envoy.extensions.tracers.opentelemetry.resource_detectors.v3.EnvironmentResourceDetectorConfig",
  "envoy.extensions.tracers.opentelemetry.samplers.v3.DynatraceSamplerConfig",
  "envoy.extensions.transport_sockets.proxy_protocol.v3.ProxyProtocolUpstreamTransport",
  "envoy.extensions.transport_sockets.quic.v3.QuicDownstreamTransport",
  "envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer",
  "envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext",
  "envoy.extensions.transport_sockets.tls.v3.Secret",
  "envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext",
  "envoy.extensions.upstreams.http.v3.HttpProtocolOptions",
  "envoy.service.discovery.v3.DeltaDiscoveryRequest",
  "envoy.service.discovery.v3.DeltaDiscoveryResponse",
  "envoy.service.discovery.v3.DiscoveryRequest",
  "envoy.service.discovery.v3.DiscoveryResponse",
  "envoy.service.status.v3.ClientStatusRequest",
  "envoy.service.status.v3.ClientStatusResponse",
  "istio.envoy.config.filter.http.alpn.v2alpha1.FilterConfig",
  "stats.PluginConfig",
  "udpa.type.v1.TypedStruct",
];

/** What stands for well-known messages in JSON. */
const wellKnown: { readonly [name: string]: string } = {
  "google.protobuf.Any": "Any",
  "google.protobuf.Struct": "{ readonly [key: string]: unknown }",
  "google.protobuf.Value": "unknown",
  "google.protobuf.ListValue": "readonly unknown[]",
  "google.protobuf.Duration": "string",
  "google.protobuf.Timestamp": "string",
  "google.protobuf.Empty": "Record<string, never>",
  "google.protobuf.DoubleValue": "number",
  "google.protobuf.FloatValue": "number",
  "google.protobuf.Int64Value": "number | string",
  "google.protobuf.UInt64Value": "number | string",
  "google.protobuf.Int32Value": "number",
  "google.protobuf.UInt32Value": "number",
  "google.protobuf.BoolValue": "boolean",
  "google.protobuf.StringValue": "string",
  "google.protobuf.BytesValue": "string",
};

class Generator {
  readonly #descriptors: Descriptors;
  /** Text of each package's file, by package. */
  readonly #files = new Map<string, Map<string, string>>();
  /** What each package imports, by package. */
  readonly #imports = new Map<string, Map<string, Set<string>>>();
  readonly #done = new Set<string>();

  constructor(descriptors: Descriptors) {
    this.#descriptors = descriptors;
  }

  run(): ReadonlyMap<string, string> {
    for (const root of roots) this.#message(root);
    const files = new Map<string, string>();
    for (const [pkg, types] of this.#files) files.set(fileOf(pkg), this.#text(pkg, types));
    files.set("message-types.ts", this.#index());
    return files;
  }

  #message(name: string): void {
    if (this.#done.has(name) || wellKnown[name] !== undefined) return;
    this.#done.add(name);
    const type = this.#descriptors.messages.get(name);
    if (!type) throw new Error(`the schema has no ${name}`);
    const pkg = packageOf(name);
    const lines = type.fields.map(
      (field) => `  readonly ${quoted(field.name)}?: ${this.#fieldType(field, pkg)} | undefined;`,
    );
    const body = lines.length === 0 ? " {}" : ` {\n${lines.join("\n")}\n}`;
    this.#add(pkg, name, `export interface ${localName(name)}${body}\n`);
  }

  #fieldType(field: MessageField, pkg: string): string {
    const entry = this.#mapEntry(field);
    if (entry) {
      const value = entry.fields.find((f) => f.number === 2);
      return `{ readonly [key: string]: ${value ? this.#oneType(value, pkg) : "unknown"} }`;
    }
    const one = this.#oneType(field, pkg);
    if (!field.repeated) return one;
    return `readonly ${/[ |&]/.test(one) ? `(${one})` : one}[]`;
  }

  #mapEntry(field: MessageField): MessageType | undefined {
    const type = field.type === fieldTypes.message ? this.#descriptors.messages.get(field.typeName) : undefined;
    return type?.mapEntry ? type : undefined;
  }

  #oneType(field: MessageField, pkg: string): string {
    switch (field.type) {
      case fieldTypes.message:
        return this.#messageType(field.typeName, pkg);
      case fieldTypes.enum:
        return this.#enumType(field.typeName);
      case fieldTypes.string:
      case fieldTypes.bytes:
        return "string";
      case fieldTypes.bool:
        return "boolean";
      case fieldTypes.int64:
      case fieldTypes.uint64:
      case fieldTypes.fixed64:
      case fieldTypes.sfixed64:
      case fieldTypes.sint64:
        return "number | string";
      default:
        return "number";
    }
  }

  #messageType(name: string, pkg: string): string {
    const known = wellKnown[name];
    if (known === "Any") this.#import(pkg, "any.ts", "Any");
    if (known !== undefined) return known;
    this.#message(name);
    if (packageOf(name) !== pkg) this.#import(pkg, fileOf(packageOf(name)), localName(name));
    return importedName(name, pkg);
  }

  #enumType(name: string): string {
    const words = [...(this.#descriptors.enums.get(name)?.numbers.keys() ?? [])];
    return words.map((word) => JSON.stringify(word)).join(" | ");
  }

  #import(pkg: string, file: string, name: string): void {
    const imports = this.#imports.get(pkg) ?? new Map<string, Set<string>>();
    this.#imports.set(pkg, imports);
    const names = imports.get(file) ?? new Set();
    imports.set(file, names.add(name));
  }

  #add(pkg: string, name: string, text: string): void {
    const file = this.#files.get(pkg) ?? new Map<string, string>();
    this.#files.set(pkg, file.set(name, text));
  }

  #text(pkg: string, types: ReadonlyMap<string, string>): string {
    const here = dirname(fileOf(pkg));
    const imports = [...(this.#imports.get(pkg) ?? [])].sort().map(([file, names]) => {
      const path = relative(here, file);
      const renamed = [...names].sort().map((n) => (file === "any.ts" ? n : `${n} as ${aliasOf(file, n)}`));
      return `import type { ${renamed.join(", ")} } from "${path.startsWith(".") ? path : `./${path}`}";\n`;
    });
    const bodies = [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
    return `${notice}${imports.join("")}${imports.length > 0 ? "\n" : ""}${bodies.join("\n")}`;
  }

  /** Every generated message by its full name. */
  #index(): string {
    const byFile = Map.groupBy([...this.#done].sort(), (name) => fileOf(packageOf(name)));
    const imports = [...byFile].map(([file], i) => `import type * as p${i} from "./${file}";`);
    const rows = [...byFile].flatMap(([, names], i) => names.map((n) => `  readonly "${n}": p${i}.${localName(n)};`));
    return `${notice}${imports.join("\n")}

/** Envoy's messages by full name, in their JSON form. */
export interface MessageTypes {
${rows.join("\n")}
}
`;
  }
}

const notice = "// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.\n";

const fileOf = (pkg: string): string => `${pkg.replaceAll(".", "/")}.ts`;

/** `envoy.config.cluster.v3.Cluster.EdsClusterConfig` → `envoy.config.cluster.v3`. */
function packageOf(name: string): string {
  const parts = name.split(".");
  const end = parts.findIndex((part) => /^[A-Z]/.test(part));
  return parts.slice(0, end).join(".");
}

/** `envoy.config.cluster.v3.Cluster.EdsClusterConfig` → `Cluster_EdsClusterConfig`. */
function localName(name: string): string {
  return name.slice(packageOf(name).length + 1).replaceAll(".", "_");
}

/** A name that does not clash with one of the importing package: the package's words before it. */
function aliasOf(file: string, name: string): string {
  return `${file.replace(/\.ts$/, "").replaceAll(/[/_]/g, "_")}_${name}`;
}

function importedName(name: string, pkg: string): string {
  return packageOf(name) === pkg ? localName(name) : aliasOf(fileOf(packageOf(name)), localName(name));
}

const quoted = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const any = `${notice}
/** A message packed into google.protobuf.Any: its fields beside its type. */
export interface Any {
  readonly "@type": string;
  readonly [field: string]: unknown;
}
`;

/** All generated files, as they should be, by their path under src/gen. */
export function generatedTypes(): ReadonlyMap<string, string> {
  const schema = readFileSync(join(import.meta.dirname, "../data/envoy-1.40.binpb"));
  return new Map([...new Generator(readDescriptors(schema)).run(), ["any.ts", any] as const]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(out, { recursive: true, force: true });
  const files = generatedTypes();
  for (const [file, text] of files) {
    mkdirSync(dirname(join(out, file)), { recursive: true });
    writeFileSync(join(out, file), text);
  }
  console.log(`${files.size} files in src/gen`);
}
