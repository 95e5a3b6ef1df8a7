import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { VirtualHost } from "../gen/envoy/config/route/v3.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { readResource } from "./debug-resource.ts";
import { encodeHostlessTable, hostsOfTable } from "./hostless-table.ts";

const codec = loadEnvoyCodec();
const host = (name: string, domain = name): VirtualHost => ({ name, domains: [domain] });

describe("a route table whose hosts come by themselves", () => {
  test("has all but the hosts, and waits for them without a limit", () => {
    const table = { name: "80", virtualHosts: [host("a")], ignorePortInHostMatching: true };
    const { bytes } = encodeHostlessTable(codec, table);
    assert.deepEqual(codec.decode("envoy.config.route.v3.RouteConfiguration", bytes), {
      name: "80",
      ignorePortInHostMatching: true,
      vhds: { configSource: { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" } },
    });
  });

  test("has hosts that are called as their resources, each by a name of its own", () => {
    const virtualHosts = [host("a"), host("x/y"), host("x%2Fy"), host("a", "b"), host("a#2", "c")];
    const { resources } = hostsOfTable(codec, { name: "unix:///s", virtualHosts });
    assert.deepEqual(
      Array.from(resources.values(), (each) => [each.name, readResource(codec, each)["name"]]),
      ["a", "x%2Fy", "x%252Fy", "a#2", "a#2#2"].map((name) => [`unix:///s/${name}`, `unix:///s/${name}`]),
    );
  });

  test("encodes each host once for all tables of its name", () => {
    const [shared, own] = [host("a"), host("b")];
    const first = hostsOfTable(codec, { name: "80", virtualHosts: [shared] }).resources.get("80/a");
    assert.ok(first);
    assert.equal(hostsOfTable(codec, { name: "80", virtualHosts: [own, shared] }).resources.get("80/a"), first);
    assert.notEqual(hostsOfTable(codec, { name: "90", virtualHosts: [shared] }).resources.get("90/a"), first);
  });
});
