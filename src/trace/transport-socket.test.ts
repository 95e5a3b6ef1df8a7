import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { transportSocketOf, upstreamTls } from "./transport-socket.ts";

const tls = (sni: string) => ({
  name: "tls",
  typedConfig: { "@type": "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext", sni },
});
const labelled = (labels: { readonly [key: string]: unknown }) => ({
  filterMetadata: { "envoy.transport_socket_match": labels },
});

suite("transportSocketOf", () => {
  const cluster = {
    transportSocketMatches: [
      { name: "mesh", match: { tlsMode: "istio" }, transportSocket: tls("mesh") },
      { name: "two", match: { a: "1", b: "2" }, transportSocket: tls("two") },
    ],
    transportSocket: tls("own"),
  };
  test("takes the first match whose labels are all there, else the cluster's own", () => {
    assert.equal(transportSocketOf(cluster, labelled({ tlsMode: "istio", a: "1", b: "2" })).match, "mesh");
    assert.equal(transportSocketOf(cluster, labelled({ a: "1", b: "2" })).match, "two");
    assert.equal(upstreamTls(cluster, labelled({ a: "1" }))?.serverName, "own");
    assert.equal(upstreamTls(cluster, undefined)?.serverName, "own");
  });
  test("takes an empty match for everything", () => {
    const rest = { transportSocketMatches: [{ name: "rest", match: {}, transportSocket: { name: "raw" } }] };
    assert.equal(transportSocketOf(rest, undefined).match, "rest");
    assert.equal(upstreamTls(rest, undefined), undefined);
  });
  test("looks below a PROXY header", () => {
    const typedConfig = {
      "@type":
        "type.googleapis.com/envoy.extensions.transport_sockets.proxy_protocol.v3.ProxyProtocolUpstreamTransport",
      transportSocket: tls("below"),
    };
    assert.equal(upstreamTls({ transportSocket: { name: "proxy", typedConfig } }, undefined)?.serverName, "below");
  });
});
