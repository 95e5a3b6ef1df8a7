import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Call } from "./call.ts";
import { freshConnection } from "./connection.ts";
import { matchesPredicate, runListenerFilters } from "./listener-filters.ts";
import { callOf } from "./testing/call-of.ts";

const filter = (type: string, more: object = {}) => ({
  name: type,
  typedConfig: { "@type": `type.googleapis.com/envoy.extensions.filters.listener.${type}` },
  ...more,
});
const original = filter("original_dst.v3.OriginalDst");
const tls = filter("tls_inspector.v3.TlsInspector");
const http = filter("http_inspector.v3.HttpInspector");

function inspect(filters: readonly object[], more: Partial<Call> = {}) {
  const call = callOf("inbound", "10.0.0.1:80", more);
  return runListenerFilters(filters, call, freshConnection(call, { address: "127.0.0.1", port: 15006 })).connection;
}

suite("runListenerFilters", () => {
  test("learns nothing without filters", () => {
    const { destination, transport, applicationProtocols } = inspect([], { tls: "tls", alpn: ["h2"] });
    assert.deepEqual([destination.port, transport, applicationProtocols], [15006, "raw_buffer", []]);
  });

  test("restores the destination", () => {
    assert.deepEqual(inspect([original]).destination, { address: "10.0.0.1", port: 80 });
  });

  test("reads the handshake, with the server name in lower case", () => {
    const seen = inspect([tls, http], { tls: "tls", serverName: "A.example.COM", alpn: ["h2", "http/1.1"] });
    assert.deepEqual(
      [seen.transport, seen.serverName, seen.applicationProtocols],
      ["tls", "a.example.com", ["h2", "http/1.1"]],
    );
    assert.equal(inspect([tls]).transport, "raw_buffer");
  });

  test("recognises HTTP in plaintext only", () => {
    assert.deepEqual(inspect([http]).applicationProtocols, ["http/1.1"]);
    assert.deepEqual(inspect([http], { protocol: "http2" }).applicationProtocols, ["h2c"]);
    assert.deepEqual(inspect([http], { protocol: "http1.0" }).applicationProtocols, ["http/1.0"]);
    assert.deepEqual(inspect([http], { protocol: "tcp" }).applicationProtocols, []);
    assert.deepEqual(inspect([http], { tls: "tls" }).applicationProtocols, []);
  });

  test("leaves out what is switched off for the port that was restored", () => {
    const off = filter("http_inspector.v3.HttpInspector", {
      filterDisabled: { destinationPortRange: { start: 80, end: 81 } },
    });
    assert.deepEqual(inspect([original, off]).applicationProtocols, []);
    assert.deepEqual(inspect([off]).applicationProtocols, ["http/1.1"]);
  });
});

test("matchesPredicate reads ranges without their end", () => {
  const range = { destinationPortRange: { start: 80, end: 82 } };
  assert.deepEqual(
    [79, 80, 81, 82].map((port) => matchesPredicate(range, port)),
    [false, true, true, false],
  );
  assert.equal(matchesPredicate({ notMatch: range }, 82), true);
  assert.equal(matchesPredicate({ andMatch: { rules: [range, { anyMatch: true }] } }, 81), true);
  assert.equal(matchesPredicate({ orMatch: { rules: [range] } }, 82), false);
});
