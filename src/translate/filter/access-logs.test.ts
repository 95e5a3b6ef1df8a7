import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MeshConfig, Resource } from "../../api/index.ts";
import type { AccessLog } from "../../gen/envoy/config/accesslog/v3.ts";
import type { FileAccessLog } from "../../gen/envoy/extensions/access_loggers/file/v3.ts";
import type { HttpGrpcAccessLogConfig } from "../../gen/envoy/extensions/access_loggers/grpc/v3.ts";
import { config } from "../../mesh/testing/configs.ts";
import { serving, sidecarView } from "../listener/testing/sidecar-view.ts";
import { accessLogs } from "./access-logs.ts";
import type { ListenerClass } from "./listener-class.ts";

const services = [serving("app/als", 9000, "grpc")];
const logsOf = (mesh: MeshConfig) => accessLogs(sidecarView([], { services, mesh }).scope, "outbound");
const formatOf = (log: AccessLog | undefined) => (log?.typedConfig as FileAccessLog | undefined)?.logFormat;

describe("the mesh's own log", () => {
  it("is off by default", () => assert.deepEqual(logsOf({}), { http: [], tcp: [], listener: [] }));

  it("is a file; of the listener itself only what no chain takes", () => {
    const { http, tcp, listener } = logsOf({ accessLogFile: "/dev/stdout" });
    assert.deepEqual(http, tcp);
    assert.match(formatOf(http[0])?.textFormatSource?.inlineString ?? "", /^\[%START_TIME%\] .* %ROUTE_NAME%\n$/);
    assert.deepEqual(listener[0]?.filter, { responseFlagFilter: { flags: ["NR"] } });
    assert.deepEqual(logsOf({ accessLogFile: "/x", disableEnvoyListenerLog: true }).listener, []);
  });

  it("ends each line, and names the operators that are extensions", () => {
    const { http } = logsOf({ accessLogFile: "/x", accessLogFormat: "%REQ_WITHOUT_QUERY(:PATH)% %CEL(a)%" });
    const format = formatOf(http[0]);
    assert.equal(format?.textFormatSource?.inlineString, "%REQ_WITHOUT_QUERY(:PATH)% %CEL(a)%\n");
    assert.deepEqual(
      format?.formatters?.map(({ name }) => name),
      ["envoy.formatter.req_without_query", "envoy.formatter.cel"],
    );
  });

  it("as JSON has the mesh's fields unless it is given others", () => {
    const json = (accessLogFormat: string) =>
      formatOf(logsOf({ accessLogFile: "/x", accessLogEncoding: "JSON", accessLogFormat }).http[0])?.jsonFormat;
    assert.deepEqual(json('{"a": {"b": "%PROTOCOL%"}}'), { a: { b: "%PROTOCOL%" } });
    for (const text of ["", "{}", "[]", "no json"]) assert.equal(json(text)?.["authority"], "%REQ(:AUTHORITY)%", text);
  });

  it("may go to the service of the proxies' bootstrap", () => {
    const { http, tcp, listener } = logsOf({ enableEnvoyAccessLogService: true });
    const names = [http, tcp, listener].map(
      ([log]) => (log?.typedConfig as HttpGrpcAccessLogConfig | undefined)?.commonConfig?.logName,
    );
    assert.deepEqual(names, ["http_envoy_accesslog", "tcp_envoy_accesslog", "listener_envoy_accesslog"]);
  });
});

describe("default providers", () => {
  const als = { service: "als.app.svc.cluster.local", port: 9000 };
  const of = (provider: object) =>
    logsOf({
      accessLogFile: "/never",
      defaultProviders: { accessLogging: ["p"] },
      extensionProviders: [{ name: "p", ...provider }],
    }).http;

  it("take the place of the mesh's own log", () => {
    const [log] = of({ envoyFileAccessLog: { logFormat: { labels: { a: "%PROTOCOL%" } }, omitEmptyValues: true } });
    assert.equal((log?.typedConfig as FileAccessLog | undefined)?.path, "/dev/stdout");
    assert.equal(formatOf(log)?.omitEmptyValues, true);
  });

  it("are called as a cluster that the proxy has", () => {
    const [log] = of({ envoyHttpAls: { ...als, additionalRequestHeadersToLog: ["x"] } });
    const service = log?.typedConfig as HttpGrpcAccessLogConfig | undefined;
    assert.equal(
      service?.commonConfig?.grpcService?.envoyGrpc?.clusterName,
      "outbound|9000||als.app.svc.cluster.local",
    );
    assert.deepEqual(service?.additionalRequestHeadersToLog, ["x"]);
    assert.equal(of({ envoyTcpAls: als })[0]?.name, "envoy.tcp_grpc_access_log");
    assert.equal(of({ envoyOtelAls: als })[0]?.name, "envoy.access_loggers.open_telemetry");
  });

  it("that the proxy cannot reach are left out: it would refuse the listener", () => {
    assert.deepEqual(of({ envoyHttpAls: { ...als, port: 1 } }), []);
    assert.deepEqual(of({ envoyHttpAls: { ...als, service: "gone.example.com" } }), []);
    assert.deepEqual(of({ envoyHttpAls: { ...als, service: "other/als.app.svc.cluster.local" } }), []);
    assert.deepEqual(of({ zipkin: als }), []);
  });
});

describe("Telemetry", () => {
  const telemetry = (id: string, accessLogging: readonly object[], selector?: object) =>
    config("Telemetry", id, { accessLogging, ...(selector && { selector }) });
  const pathsOf = (listenerClass: ListenerClass, ...resources: readonly Resource[]) => {
    const mesh: MeshConfig = {
      accessLogFile: "/mesh",
      extensionProviders: ["a", "b"].map((name) => ({ name, envoyFileAccessLog: { path: `/${name}` } })),
    };
    const { http } = accessLogs(sidecarView(resources, { mesh }).scope, listenerClass);
    return http.map(({ typedConfig, filter }) => (typedConfig as FileAccessLog).path + (filter ? " filtered" : ""));
  };
  const to = (name: string, rest: object = {}) => ({ providers: [{ name }], ...rest });

  it("of the workload puts that of its namespace out, and that one the mesh's", () => {
    const root = telemetry("istio-system/root", [to("a")]);
    const namespace = telemetry("app/ns", [to("b")]);
    const workload = telemetry("app/wl", [to("b", { disabled: true })], { matchLabels: { app: "web" } });
    assert.deepEqual(pathsOf("outbound", root), ["/a"]);
    assert.deepEqual(pathsOf("outbound", root, namespace), ["/b"]);
    assert.deepEqual(pathsOf("outbound", root, namespace, workload), []);
  });

  it("may be for one side only, and for some requests", () => {
    const sections = [
      to("a", { match: { mode: "CLIENT" } }),
      to("b", { match: { mode: "SERVER" }, filter: { expression: "response.code >= 400" } }),
    ];
    assert.deepEqual(pathsOf("outbound", telemetry("app/ns", sections)), ["/a"]);
    assert.deepEqual(pathsOf("inbound", telemetry("app/ns", sections)), ["/b filtered"]);
  });

  it("that names no provider is for the mesh's own log", () => {
    assert.deepEqual(pathsOf("outbound", telemetry("app/ns", [{}])), ["/mesh"]);
    assert.deepEqual(pathsOf("outbound", telemetry("app/ns", [{ disabled: true }])), []);
  });
});
