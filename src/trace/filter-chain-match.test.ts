import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { FilterChainMatch } from "../gen/envoy/config/listener/v3.ts";
import type { Connection } from "./connection.ts";
import { chooseFilterChain } from "./filter-chain-match.ts";

const plain: Connection = {
  destination: { address: "10.0.0.1", port: 80 },
  source: { address: "10.9.9.9", port: 40000 },
  transport: "raw_buffer",
  serverName: "",
  applicationProtocols: [],
};

const range = (text: string) => {
  const [addressPrefix, length] = text.split("/");
  return { addressPrefix, prefixLen: Number(length) };
};

/** Names of the chains that are left; each chain is named by its match. */
function chosen(matches: { readonly [name: string]: FilterChainMatch }, connection: Partial<Connection> = {}): string {
  const chains = Object.entries(matches).map(([name, filterChainMatch]) => ({ name, filterChainMatch }));
  return chooseFilterChain(chains, { ...plain, ...connection })
    .chains.map(({ name }) => name)
    .join(" ");
}

suite("chooseFilterChain", () => {
  test("takes the port's own chains and does not come back from them", () => {
    const matches = { port: { destinationPort: 80, transportProtocol: "tls" }, any: {} };
    assert.equal(chosen(matches), "");
    assert.equal(chosen(matches, { transport: "tls" }), "port");
    assert.equal(chosen(matches, { destination: { address: "10.0.0.1", port: 81 } }), "any");
  });

  test("takes the longest range of the destination, and everything without ranges", () => {
    const matches = {
      wide: { prefixRanges: [range("10.0.0.0/8")] },
      narrow: { prefixRanges: [range("10.0.0.0/24")] },
      all: {},
    };
    assert.equal(chosen(matches), "narrow");
    assert.equal(chosen(matches, { destination: { address: "10.1.0.1", port: 80 } }), "wide");
    assert.equal(chosen(matches, { destination: { address: "192.0.2.1", port: 80 } }), "all");
    assert.equal(chosen(matches, { destination: { address: "2001:db8::1", port: 80 } }), "all");
  });

  test("does not come back from a range when the server name fails", () => {
    const matches = {
      wide: { prefixRanges: [range("10.0.0.0/8")] },
      narrow: { prefixRanges: [range("10.0.0.0/24")], serverNames: ["a.com"] },
    };
    assert.equal(chosen(matches), "");
  });

  test("takes the exact server name, then the longest wildcard, then none", () => {
    const matches = {
      exact: { serverNames: ["a.b.example.com"] },
      near: { serverNames: ["*.b.example.com"] },
      far: { serverNames: ["*.example.com", "*.com"] },
      none: {},
    };
    const by = (serverName: string) => chosen(matches, { serverName });
    assert.equal(by("a.b.example.com"), "exact");
    assert.equal(by("x.b.example.com"), "near");
    assert.equal(by("b.example.com"), "far");
    assert.equal(by("x.y.b.example.com"), "near");
    assert.equal(by("other.com"), "far");
    assert.equal(by("example.org"), "none");
    assert.equal(by(""), "none");
  });

  test("takes the transport, then the first offered protocol that a chain has", () => {
    const matches = {
      mesh: { transportProtocol: "tls", applicationProtocols: ["istio", "istio-http/1.1"] },
      tls: { transportProtocol: "tls" },
      http: { transportProtocol: "raw_buffer", applicationProtocols: ["http/1.1", "h2c"] },
    };
    assert.equal(chosen(matches, { transport: "tls", applicationProtocols: ["istio-http/1.1", "istio"] }), "mesh");
    assert.equal(chosen(matches, { transport: "tls", applicationProtocols: ["h2"] }), "tls");
    assert.equal(chosen(matches, { applicationProtocols: ["h2c"] }), "http");
    assert.equal(chosen(matches), "");
    const two = { h2: { applicationProtocols: ["h2"] }, h1: { applicationProtocols: ["http/1.1"] } };
    assert.equal(chosen(two, { applicationProtocols: ["http/1.1", "h2"] }), "h1");
  });

  test("tells local sources from others", () => {
    const matches: { readonly [name: string]: FilterChainMatch } = {
      local: { sourceType: "SAME_IP_OR_LOOPBACK" },
      external: { sourceType: "EXTERNAL" },
    };
    assert.equal(chosen(matches), "external");
    assert.equal(chosen(matches, { source: { address: "10.0.0.1", port: 1 } }), "local");
    assert.equal(chosen(matches, { source: { address: "127.0.0.1", port: 1 } }), "local");
    assert.equal(chosen(matches, { source: { address: "127.2.0.1", port: 1 } }), "external");
    const local = { local: { sourceType: "SAME_IP_OR_LOOPBACK" }, any: {} } as const;
    assert.equal(chosen(local), "any");
  });

  test("takes the range and port of the source", () => {
    const matches = {
      narrow: { sourcePrefixRanges: [range("10.9.9.0/24")] },
      port: { sourcePrefixRanges: [range("10.9.9.0/24")], sourcePorts: [40000] },
      wide: { sourcePrefixRanges: [range("10.0.0.0/8")], sourcePorts: [40000] },
    };
    assert.equal(chosen(matches), "port");
    assert.equal(chosen(matches, { source: { address: "10.9.9.9", port: 1 } }), "narrow");
    assert.equal(chosen(matches, { source: { address: "10.8.9.9", port: 1 } }), "");
    const direct = { direct: { directSourcePrefixRanges: [range("10.9.0.0/16")] }, any: {} };
    assert.equal(chosen(direct), "direct");
  });

  test("leaves all with the same match", () => {
    assert.equal(chosen({ one: {}, two: {} }), "one two");
  });

  test("says what chains asked for and what failed", () => {
    const chains = [
      { filterChainMatch: { destinationPort: 80, transportProtocol: "tls", applicationProtocols: ["h2"] } },
    ];
    const { criteria, failed } = chooseFilterChain(chains, { ...plain, transport: "tls" });
    assert.deepEqual([criteria, failed], [["destination port 80", "transport TLS"], "unknown protocol"]);
  });
});
