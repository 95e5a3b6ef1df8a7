import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FilterChain, FilterChainMatch } from "../../gen/envoy/config/listener/v3.ts";
import { inboundListenerFilters } from "./inbound-listener-filters.ts";

const chain = (destinationPort: number, match: FilterChainMatch): FilterChain => ({
  filterChainMatch: { ...match, ...(destinationPort > 0 && { destinationPort }) },
});
const tls = (port: number) => chain(port, { transportProtocol: "tls" });
const plain = (port: number) => chain(port, { transportProtocol: "raw_buffer" });
const http = (port: number) =>
  chain(port, { transportProtocol: "raw_buffer", applicationProtocols: ["http/1.1", "h2c"] });

const port = (number: number) => ({ destinationPortRange: { start: number, end: number + 1 } });
const anyOf = (...numbers: readonly number[]) => ({ orMatch: { rules: numbers.map(port) } });

/** Where each inspector stays out; undefined: nowhere. */
function staysOut(...chains: readonly FilterChain[]): { readonly [inspector: string]: unknown } {
  const filters = inboundListenerFilters(chains, { redirected: false, transparent: false });
  return Object.fromEntries(
    filters.map(({ name = "", filterDisabled }) => [name.replace(/^.*\.(\w+)_inspector$/, "$1"), filterDisabled]),
  );
}

describe("connections are looked at", () => {
  test("not at all where no chain depends on it", () => {
    assert.deepEqual(staysOut(plain(0), plain(80)), {});
  });

  test("for TLS on ports that ask for it, or on all but those that do not", () => {
    assert.deepEqual(staysOut(tls(0), tls(80)), { tls: undefined });
    assert.deepEqual(staysOut(tls(0), plain(81), plain(80)), { tls: anyOf(80, 81) });
    assert.deepEqual(staysOut(plain(0), tls(80), plain(81)), { tls: { notMatch: port(80) } });
    assert.deepEqual(staysOut(tls(80)), { tls: { notMatch: port(80) } });
  });

  test("for HTTP on all ports but those known not to need it, ports that nobody names counting as 0", () => {
    assert.deepEqual(staysOut(http(0), plain(80)), { http: port(80) });
    assert.deepEqual(staysOut(plain(0), http(80), plain(81)), { http: anyOf(0, 81) });
    assert.deepEqual(staysOut(http(80)), { http: undefined });
  });

  test("for HTTP on a port of which one chain needs it", () => {
    assert.deepEqual(staysOut(http(0), plain(80), http(80)), { http: undefined });
  });
});

test("redirected connections are told where they were going, and keep the client's address if they can", () => {
  const names = inboundListenerFilters([], { redirected: true, transparent: true }).map(({ name }) => name);
  assert.deepEqual(names, ["envoy.filters.listener.original_dst", "envoy.filters.listener.original_src"]);
});
