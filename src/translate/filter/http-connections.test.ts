import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MeshConfig } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { service } from "../../mesh/testing/configs.ts";
import { type Surroundings, sidecarView } from "../listener/testing/sidecar-view.ts";
import type { ListenerExtension } from "./extension-filters.ts";
import { filterSettings } from "./filter-settings.ts";
import { type HttpConnectionManagerOptions, httpConnectionManager } from "./http-connections.ts";
import type { ListenerClass } from "./listener-class.ts";

interface Around extends Surroundings {
  readonly class?: ListenerClass;
  readonly options?: Partial<HttpConnectionManagerOptions>;
  readonly extensions?: readonly ListenerExtension[];
}

function managerOf(wanted: Around): HttpConnectionManager {
  const { class: listenerClass = "outbound", options = {}, extensions = [], ...around } = wanted;
  const settings = { ...filterSettings(sidecarView([], around).scope, listenerClass), extensions };
  const filter = httpConnectionManager({ settings, port: 80, statPrefix: "x", routes: "80", ...options });
  return filter.typedConfig as HttpConnectionManager;
}

const filterNames = (manager: HttpConnectionManager) => manager.httpFilters?.map(({ name }) => name);
const named = (name: string) => [{ name }];

describe("HTTP filters", () => {
  const security = { custom: named("custom"), authentication: named("jwt"), authorization: named("rbac") };
  const extension = (name: string, phase: ListenerExtension["phase"]): ListenerExtension => ({
    name,
    phase,
    sees: "requests",
    ports: [],
  });
  const extensions = [
    extension("d", "UNSPECIFIED"),
    extension("c", "STATS"),
    extension("b", "AUTHZ"),
    extension("a", "AUTHN"),
  ];
  const mesh: MeshConfig = { defaultProviders: { metrics: ["prometheus"] } };

  it("stand in the order in which they depend on each other", () => {
    const options = { security, grpcWeb: true, beforeRouter: named("last") };
    assert.deepEqual(filterNames(managerOf({ mesh, options, extensions })), [
      "istio.metadata_exchange",
      "custom",
      "a",
      "jwt",
      "b",
      "rbac",
      "c",
      "d",
      "envoy.filters.http.grpc_web",
      "envoy.filters.http.grpc_stats",
      "istio.alpn",
      "envoy.filters.http.fault",
      "envoy.filters.http.cors",
      "istio.stats",
      "last",
      "envoy.filters.http.router",
    ]);
  });

  it("of incoming requests do not choose a protocol", () => {
    assert.ok(!filterNames(managerOf({ class: "inbound" }))?.includes("istio.alpn"));
  });

  it("keep sessions at their endpoints if a service in reach asks for it, of calls only", () => {
    const sticky = service("app/sticky", { labels: { "istio.io/persistent-session": "c" } });
    const names = (listenerClass: ListenerClass, ...services: readonly Service[]) =>
      filterNames(managerOf({ class: listenerClass, services }))?.slice(-2);
    const filter = "envoy.filters.http.stateful_session";
    assert.deepEqual(names("outbound", sticky), [filter, "envoy.filters.http.router"]);
    assert.ok(!names("outbound", service("app/web"))?.includes(filter));
    assert.ok(!names("inbound", sticky)?.includes(filter));
  });

  it("of plain Envoy are only its own", () => {
    assert.deepEqual(filterNames(managerOf({ mesh, metadata: { ISTIO_VERSION: "" } })), [
      "envoy.filters.http.grpc_stats",
      "envoy.filters.http.fault",
      "envoy.filters.http.cors",
      "envoy.filters.http.router",
    ]);
  });
});

describe("headers", () => {
  const withHeaders = (listenerClass: ListenerClass, proxyHeaders: object) =>
    managerOf({ class: listenerClass, metadata: { PROXY_CONFIG: { proxyHeaders } } });

  it("the server is named, but not by a client's proxy", () => {
    assert.equal(managerOf({ class: "inbound" }).serverName, "istio-envoy");
    assert.equal(managerOf({}).serverName, undefined);
    assert.equal(withHeaders("outbound", { server: { value: "me" } }).serverName, "me");
    const silent = withHeaders("inbound", { server: { disabled: true, value: "me" } });
    assert.deepEqual([silent.serverName, silent.serverHeaderTransformation], [undefined, "PASS_THROUGH"]);
  });

  it("are left out or put in as the proxy is told", () => {
    const manager = withHeaders("inbound", {
      requestId: { disabled: true },
      envoyDebugHeaders: { disabled: true },
      xForwardedPort: { enabled: true },
      preserveHttp1HeaderCase: true,
    });
    assert.equal(manager.generateRequestId, false);
    assert.equal(manager.appendXForwardedPort, true);
    assert.equal(manager.httpProtocolOptions?.headerKeyFormat?.statefulFormatter?.name, "preserve_case");
    const router = manager.httpFilters?.at(-1)?.typedConfig as { readonly suppressEnvoyHeaders?: boolean };
    assert.equal(router.suppressEnvoyHeaders, true);
  });

  it("tell of the client's certificate what the proxy is told", () => {
    assert.equal(managerOf({}).forwardClientCertDetails, undefined);
    const inbound = withHeaders("inbound", {
      forwardedClientCert: "SANITIZE",
      setCurrentClientCertDetails: { subject: false, chain: true },
    });
    assert.equal(inbound.forwardClientCertDetails, "SANITIZE");
    assert.deepEqual(inbound.setCurrentClientCertDetails, { subject: false, chain: true, dns: true, uri: true });
    const gatewayTopology = { numTrustedProxies: 2, forwardClientCertDetails: "FORWARD_ONLY" };
    const gateway = managerOf({ class: "gateway", metadata: { PROXY_CONFIG: { gatewayTopology } } });
    assert.equal(gateway.forwardClientCertDetails, "FORWARD_ONLY");
    assert.deepEqual([gateway.useRemoteAddress, gateway.xffNumTrustedHops], [true, 2]);
  });
});

describe("paths", () => {
  const paths = (mesh: MeshConfig, metadata = {}) => {
    const { normalizePath, mergeSlashes, pathWithEscapedSlashesAction } = managerOf({ mesh, metadata });
    return [normalizePath, mergeSlashes ?? false, pathWithEscapedSlashesAction];
  };

  it("are cleaned as far as the mesh asks for", () => {
    const as = (normalization: "NONE" | "BASE" | "MERGE_SLASHES" | "DECODE_AND_MERGE_SLASHES") =>
      paths({ pathNormalization: { normalization } });
    assert.deepEqual(paths({}), [true, false, "KEEP_UNCHANGED"]);
    assert.deepEqual(as("NONE"), [false, false, "KEEP_UNCHANGED"]);
    assert.deepEqual(as("BASE"), [true, false, "KEEP_UNCHANGED"]);
    assert.deepEqual(as("MERGE_SLASHES"), [true, true, "KEEP_UNCHANGED"]);
    assert.deepEqual(as("DECODE_AND_MERGE_SLASHES"), [true, true, "UNESCAPE_AND_FORWARD"]);
  });

  it("are cleaned with more care where the proxy faces the internet", () => {
    const PROXY_CONFIG = { connectionSettings: { profile: "EDGE", httpMergeSlashes: false } };
    assert.deepEqual(paths({}, { PROXY_CONFIG }), [true, false, "UNESCAPE_AND_REDIRECT"]);
  });
});

describe("connections", () => {
  it("may idle in the mesh, unless the proxy is told otherwise", () => {
    assert.equal(managerOf({}).streamIdleTimeout, "0s");
    assert.equal(managerOf({}).commonHttpProtocolOptions, undefined);
    const told = managerOf({ metadata: { IDLE_TIMEOUT: "30s", HTTP10: "1" } });
    assert.deepEqual(told.commonHttpProtocolOptions, { idleTimeout: "30s" });
    assert.deepEqual(told.httpProtocolOptions, { acceptHttp10: true });
    assert.equal(managerOf({ metadata: { IDLE_TIMEOUT: "soon" } }).commonHttpProtocolOptions, undefined);
  });

  it("of a proxy that faces the internet have limits, of which each can be changed", () => {
    const connectionSettings = { profile: "EDGE", httpIdleTimeout: "10m", httpMaxStreamDuration: "1h" };
    const manager = managerOf({ class: "gateway", metadata: { PROXY_CONFIG: { connectionSettings } } });
    assert.deepEqual(manager.commonHttpProtocolOptions, {
      idleTimeout: "600s",
      maxStreamDuration: "3600s",
      headersWithUnderscoresAction: "REJECT_REQUEST",
    });
    assert.equal(manager.streamIdleTimeout, "300s");
    assert.equal(manager.requestTimeout, "300s");
    assert.equal(manager.http2ProtocolOptions?.maxConcurrentStreams, 100);
  });
});
