import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Filter, FilterChain, Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { TcpProxy } from "../../gen/envoy/extensions/filters/network/tcp_proxy/v3.ts";
import type { DownstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { Patched, type PatchText } from "./testing/patched-view.ts";

const managerName = "envoy.filters.network.http_connection_manager";
const tcpName = "envoy.filters.network.tcp_proxy";
const type = (name: string) => `type.googleapis.com/envoy.extensions.${name}`;
const tcpType = type("filters.network.tcp_proxy.v3.TcpProxy");

function text(applyTo: string, operation: string, listener: object, value?: object, context?: string): PatchText {
  const match = { ...(context && { context }), listener };
  return { applyTo, match, patch: { operation, ...(value && { value }) } };
}

const namesOf = (filters: readonly { readonly name?: string | undefined }[] = []) => filters.map(({ name }) => name);
const httpOf = ({ filters = [] }: FilterChain) =>
  filters.find(({ name }) => name === managerName)?.typedConfig as HttpConnectionManager | undefined;
const chainsAt = (listener: Listener | undefined, port: number) =>
  (listener?.filterChains ?? []).filter(({ filterChainMatch }) => filterChainMatch?.destinationPort === port);

describe("patches of listeners", () => {
  test("merge by name and port, and leave the name", () => {
    const value = { name: "other", stat_prefix: "s" };
    const touched = (listener: object, context?: string) =>
      new Patched([text("LISTENER", "MERGE", listener, value, context)]).touched;
    assert.deepEqual(touched({ portNumber: 80 }), ["0.0.0.0_80"]);
    assert.deepEqual(touched({ name: "virtualInbound" }), ["virtualInbound"]);
    assert.deepEqual(touched({ name: "virtualInbound", portNumber: 15006 }), ["virtualInbound"]);
    assert.deepEqual(touched({ portNumber: 15001 }), ["virtualOutbound"]);
    assert.deepEqual(touched({}, "SIDECAR_INBOUND"), ["virtualInbound"]);
    assert.deepEqual(touched({}, "SIDECAR_OUTBOUND"), ["0.0.0.0_80", "10.9.0.1_5432", "virtualOutbound"]);
  });

  test("remove them, the virtual ones too", () => {
    for (const name of ["virtualInbound", "virtualOutbound", "0.0.0.0_80"]) {
      const patched = new Patched([text("LISTENER", "REMOVE", { name })]);
      assert.equal(patched.listener(name), undefined, name);
      assert.equal(patched.translation.listeners.length, 3, name);
    }
  });

  test("add one, for incoming traffic only if they say so", () => {
    const value = { name: "added", filter_chains: [{ filters: [] }] };
    const adds = (context?: string) => new Patched([text("LISTENER", "ADD", {}, value, context)]);
    assert.deepEqual(adds().listener("added"), { name: "added", filterChains: [{}] });
    for (const context of ["SIDECAR_INBOUND", "SIDECAR_OUTBOUND"]) assert.ok(adds(context).listener("added"), context);
    assert.equal(adds("GATEWAY").listener("added"), undefined);
  });
});

describe("patches of listener filters", () => {
  const inspector = "envoy.filters.listener.tls_inspector";
  const filters = (operation: string, listenerFilter?: string, value: object = { name: "mine" }) =>
    new Patched([
      text("LISTENER_FILTER", operation, { name: "virtualInbound", ...(listenerFilter && { listenerFilter }) }, value),
    ]).listener("virtualInbound")?.listenerFilters ?? [];
  const before = namesOf(filters("REMOVE"));

  test("insert, replace and remove", () => {
    const at = before.indexOf(inspector);
    assert.ok(at > 0);
    assert.deepEqual(namesOf(filters("ADD")), [...before, "mine"]);
    assert.deepEqual(namesOf(filters("INSERT_FIRST")), ["mine", ...before]);
    assert.deepEqual(namesOf(filters("INSERT_BEFORE", inspector)), before.toSpliced(at, 0, "mine"));
    assert.deepEqual(namesOf(filters("INSERT_AFTER", inspector)), before.toSpliced(at + 1, 0, "mine"));
    assert.deepEqual(namesOf(filters("REPLACE", inspector)), before.with(at, "mine"));
    assert.deepEqual(namesOf(filters("REMOVE", inspector)), before.toSpliced(at, 1));
  });

  test("merge into the filter that they name and into no other", () => {
    const typed = {
      "@type": type("filters.listener.tls_inspector.v3.TlsInspector"),
      enable_ja3_fingerprinting: true,
    };
    const merged = filters("MERGE", inspector, { name: "other", typed_config: typed });
    assert.deepEqual(namesOf(merged), before);
    const changed = merged.filter(({ typedConfig }) => typedConfig?.["enableJa3Fingerprinting"] === true);
    assert.deepEqual(namesOf(changed), [inspector]);
    assert.deepEqual(filters("MERGE", undefined, { typed_config: typed }), filters("REMOVE"));
  });
});

describe("patches of filter chains", () => {
  const patchedChains = (operation: string, filterChain: object, value?: object, more: object = {}) =>
    new Patched([
      text("FILTER_CHAIN", operation, { name: "virtualInbound", filterChain, ...more }, value, "SIDECAR_INBOUND"),
    ]).listener("virtualInbound");
  const mark = { transport_socket_connect_timeout: "7s" };
  const marked = (filterChain: object, more?: object) =>
    (patchedChains("MERGE", filterChain, mark, more)?.filterChains ?? []).filter(
      ({ transportSocketConnectTimeout }) => transportSocketConnectTimeout === "7s",
    );

  test("merge into those that match, by port, name and what is spoken", () => {
    const all = patchedChains("REMOVE", { name: "none" })?.filterChains ?? [];
    assert.equal(marked({}).length, all.length);
    assert.deepEqual(new Set(namesOf(marked({ destinationPort: 8080 }))), new Set(["0.0.0.0_8080"]));
    assert.deepEqual(new Set(namesOf(marked({}, { portNumber: 9000 }))), new Set(["0.0.0.0_9000"]));
    assert.deepEqual(namesOf(marked({ name: "virtualInbound-blackhole" })), ["virtualInbound-blackhole"]);
    assert.equal(marked({ transportProtocol: "tls", destinationPort: 8080 }).length, 1);
    assert.equal(marked({ applicationProtocols: "istio,istio-h2", destinationPort: 8080 }).length, 1);
    assert.equal(marked({ applicationProtocols: "istio,other" }).length, 0);
    assert.equal(marked({ sni: "a.example.com" }).length, 0);
    assert.equal(marked({ transportSocket: "envoy.transport_sockets.tls", destinationPort: 8080 }).length, 1);
  });

  test("add one that has filters, and remove", () => {
    const all = patchedChains("REMOVE", { name: "none" })?.filterChains ?? [];
    const more = patchedChains("ADD", {}, { name: "mine", filters: [{ name: "x" }] })?.filterChains;
    assert.deepEqual(namesOf(more), [...namesOf(all), "mine"]);
    assert.equal(patchedChains("ADD", {}, { name: "mine" })?.filterChains?.length, all.length);
    assert.deepEqual(chainsAt(patchedChains("REMOVE", { destinationPort: 8080 }), 8080), []);
  });

  test("remove the chain of all other connections", () => {
    const services = { applyTo: "FILTER_CHAIN", patch: { operation: "REMOVE" } };
    const listener = new Patched([{ ...services, match: { listener: { name: "0.0.0.0_80" } } }]).listener("0.0.0.0_80");
    assert.deepEqual([listener?.filterChains, listener?.defaultFilterChain], [[], undefined]);
  });

  test("merge a socket into the one of its name, and add it where there is none", () => {
    const socket = (name: string) => ({
      name: "ignored",
      transport_socket: {
        name,
        typed_config: {
          "@type": type("transport_sockets.tls.v3.DownstreamTlsContext"),
          common_tls_context: { alpn_protocols: ["more"] },
        },
      },
    });
    const tls = "envoy.transport_sockets.tls";
    const [chain] = chainsAt(
      patchedChains("MERGE", { destinationPort: 8080, transportProtocol: "tls" }, socket(tls)),
      8080,
    );
    const context = chain?.transportSocket?.typedConfig as DownstreamTlsContext | undefined;
    assert.equal(chain?.name, "0.0.0.0_8080");
    assert.equal(context?.commonTlsContext?.alpnProtocols?.at(-1), "more");
    assert.ok((context?.commonTlsContext?.alpnProtocols?.length ?? 0) > 1);
    const plain = chainsAt(patchedChains("MERGE", { destinationPort: 8080 }, socket("mine")), 8080);
    assert.deepEqual(
      plain.map(({ transportSocket }) => transportSocket?.name),
      ["mine", "mine"],
    );
  });
});

describe("patches of network filters", () => {
  const db = "10.9.0.1_5432";
  const patchedFilters = (operation: string, filter: string | undefined, value: object = { name: "mine" }) => {
    const listener = { name: db, ...(filter && { filterChain: { filter: { name: filter } } }) };
    return new Patched([text("NETWORK_FILTER", operation, listener, value)]).listener(db)?.filterChains?.[0]?.filters;
  };
  const before = namesOf(patchedFilters("REMOVE", undefined) as Filter[]);

  test("insert, replace and remove", () => {
    assert.equal(before.at(-1), tcpName);
    assert.deepEqual(namesOf(patchedFilters("ADD", tcpName) as Filter[]), [...before, "mine"]);
    assert.deepEqual(namesOf(patchedFilters("INSERT_FIRST", tcpName) as Filter[]), ["mine", ...before]);
    assert.deepEqual(namesOf(patchedFilters("INSERT_BEFORE", tcpName) as Filter[]), before.toSpliced(-1, 0, "mine"));
    assert.deepEqual(namesOf(patchedFilters("INSERT_AFTER", tcpName) as Filter[]), [...before, "mine"]);
    assert.deepEqual(namesOf(patchedFilters("REPLACE", tcpName) as Filter[]), before.with(-1, "mine"));
    assert.deepEqual(namesOf(patchedFilters("REMOVE", tcpName) as Filter[]), before.slice(0, -1));
  });

  test("merge name and configuration, and leave lists of it alone when they are to be replaced", () => {
    const value = { name: "renamed", typed_config: { "@type": tcpType, idle_timeout: "42s" } };
    const merged = patchedFilters("MERGE", tcpName, value)?.at(-1);
    const { cluster, idleTimeout } = (merged?.typedConfig ?? {}) as TcpProxy;
    assert.deepEqual(
      [merged?.name, cluster, idleTimeout],
      ["renamed", "outbound|5432||db.app.svc.cluster.local", "42s"],
    );
    assert.equal(patchedFilters("MERGE_AND_REPLACE_LIST", tcpName, value)?.at(-1)?.name, tcpName);
  });
});

describe("patches of HTTP filters", () => {
  const router = "envoy.filters.http.router";
  const patchedHttp = (
    operation: string,
    subFilter: string | undefined,
    value: object = { name: "mine" },
    more = {},
  ) => {
    const filter = { name: managerName, ...(subFilter && { subFilter: { name: subFilter } }) };
    const listener = { ...more, filterChain: { filter } };
    return new Patched([text("HTTP_FILTER", operation, listener, value)]);
  };
  const ofPort80 = (patched: Patched) => httpOf(patched.listener("0.0.0.0_80")?.filterChains?.[0] ?? {})?.httpFilters;
  const before = namesOf(ofPort80(patchedHttp("REMOVE", undefined)));
  const names = (operation: string, subFilter?: string) => namesOf(ofPort80(patchedHttp(operation, subFilter)));

  test("insert, replace and remove", () => {
    assert.deepEqual(names("ADD"), [...before, "mine"]);
    assert.deepEqual(names("INSERT_FIRST"), ["mine", ...before]);
    assert.deepEqual(names("INSERT_BEFORE"), ["mine", ...before]);
    assert.deepEqual(names("INSERT_BEFORE", router), before.toSpliced(-1, 0, "mine"));
    assert.deepEqual(
      names("INSERT_AFTER", "envoy.filters.http.fault").indexOf("mine"),
      before.indexOf("envoy.filters.http.fault") + 1,
    );
    assert.deepEqual(names("REPLACE", router), before.with(-1, "mine"));
    assert.deepEqual(names("REMOVE", router), before.slice(0, -1));
  });

  test("merge into the filter that they name", () => {
    const typed = { "@type": type("filters.http.router.v3.Router"), dynamic_stats: false };
    const merged = ofPort80(patchedHttp("MERGE", router, { typed_config: typed }))?.at(-1);
    assert.equal(merged?.typedConfig?.["dynamicStats"], false);
    assert.deepEqual(names("MERGE"), before);
  });

  test("are for the chains of their port only", () => {
    const listener = patchedHttp("INSERT_FIRST", undefined, undefined, { portNumber: 8080 }).listener("virtualInbound");
    const first = (chain: FilterChain) => httpOf(chain)?.httpFilters?.[0]?.name;
    const withMine = (listener?.filterChains ?? []).filter((chain) => first(chain) === "mine");
    assert.deepEqual(new Set(namesOf(withMine)), new Set(["0.0.0.0_8080"]));
    assert.equal(withMine.length, chainsAt(listener, 8080).length);
  });

  test("do not touch what has no HTTP", () => {
    assert.ok(!patchedHttp("ADD", undefined).touched.includes("10.9.0.1_5432"));
  });
});
