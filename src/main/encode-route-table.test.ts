import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { encodeRouteTable } from "./encode-route-table.ts";

const codec = loadEnvoyCodec();
const host = (name: string) => ({
  name,
  domains: [`${name}.com`],
  routes: [{ match: { prefix: "/" }, route: { cluster: name } }],
});
const table = (...virtualHosts: readonly ReturnType<typeof host>[]): RouteConfiguration => ({
  name: "80",
  virtualHosts,
  validateClusters: false,
});

describe("a route table put together from its hosts", () => {
  test("means the same as one that is encoded whole", () => {
    const whole = table(host("a"), host("b"));
    const { bytes } = encodeRouteTable(codec, whole);
    const name = "envoy.config.route.v3.RouteConfiguration";
    assert.deepEqual(codec.decode(name, bytes), codec.decode(name, codec.encode(name, whole)));
  });

  test("has a version that follows its content", () => {
    const version = (each: RouteConfiguration) => encodeRouteTable(codec, each).version;
    const one = version(table(host("a"), host("b")));
    assert.equal(version(table(host("a"), host("b"))), one);
    assert.notEqual(version(table(host("b"), host("a"))), one);
    assert.notEqual(version(table(host("a"))), one);
    assert.notEqual(version({ ...table(host("a"), host("b")), name: "90" }), one);
  });
});
