import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RouteConfiguration, VirtualHost } from "../../gen/envoy/config/route/v3.ts";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { config } from "../../mesh/testing/configs.ts";
import type { ViewFixture } from "../testing/view.ts";
import { Patched, type PatchText } from "./testing/patched-view.ts";

const host = "reviews.app.svc.cluster.local:80";
const rules = config("VirtualService", "app/reviews", {
  hosts: ["reviews"],
  http: [
    { name: "one", match: [{ uri: { prefix: "/1" } }], route: [{ destination: { host: "reviews" } }] },
    { name: "two", match: [{ uri: { prefix: "/2" } }], redirect: { uri: "/x" } },
    { name: "three", directResponse: { status: 201 } },
  ],
});

function patched(applyTo: string, operation: string, match: object, value?: object, fixture: ViewFixture = {}) {
  const routeConfiguration = match;
  const text: PatchText = { applyTo, match: { routeConfiguration }, patch: { operation, ...(value && { value }) } };
  return new Patched([text], { resources: [rules], ...fixture });
}

const hostOf = ({ virtualHosts = [] }: RouteConfiguration = {}) => virtualHosts.find(({ name }) => name === host);
const routesOf = ({ routes = [] }: VirtualHost = {}) => routes.map(({ name }) => name).join(" ");

describe("patches of route tables", () => {
  const value = { name: "other", internal_only_headers: ["x-in"] };

  test("merge by name and port, and leave the name", () => {
    const table = patched("ROUTE_CONFIGURATION", "MERGE", { name: "80" }, value).routes("80");
    assert.deepEqual([table?.name, table?.internalOnlyHeaders], ["80", ["x-in"]]);
    assert.deepEqual(patched("ROUTE_CONFIGURATION", "MERGE", { portNumber: 80 }, value).touched, ["80"]);
    assert.deepEqual(patched("ROUTE_CONFIGURATION", "MERGE", { portNumber: 81 }, value).touched, []);
    assert.deepEqual(patched("ROUTE_CONFIGURATION", "ADD", {}, value).touched, []);
  });

  test("reach those that stand in listeners of incoming traffic", () => {
    const listener = patched("ROUTE_CONFIGURATION", "MERGE", { portNumber: 8080 }, value).listener("virtualInbound");
    const tables = (listener?.filterChains ?? []).flatMap(({ filters = [] }) =>
      filters.flatMap(({ typedConfig }) => (typedConfig as HttpConnectionManager | undefined)?.routeConfig ?? []),
    );
    const merged = tables.filter(({ internalOnlyHeaders }) => internalOnlyHeaders?.length);
    assert.deepEqual(new Set(merged.map(({ name }) => name)), new Set(["inbound|8080||"]));
    assert.ok(merged.length < tables.length);
  });
});

describe("patches of virtual hosts", () => {
  const at = (vhost: object) => ({ name: "80", vhost });

  test("merge by name or domain", () => {
    const value = { response_headers_to_remove: ["x"] };
    for (const vhost of [{ name: host }, { domainName: "reviews" }]) {
      const table = patched("VIRTUAL_HOST", "MERGE", at(vhost), value).routes("80");
      assert.deepEqual(hostOf(table)?.responseHeadersToRemove, ["x"]);
      assert.equal(table?.virtualHosts?.filter(({ responseHeadersToRemove }) => responseHeadersToRemove).length, 1);
    }
    assert.deepEqual(patched("VIRTUAL_HOST", "MERGE", at({ domainName: "none" }), value).touched, []);
  });

  test("replace, remove and add", () => {
    const value = { name: "new", domains: ["new.example.com"] };
    const names = (operation: string, vhost: object) =>
      patched("VIRTUAL_HOST", operation, at(vhost), value)
        .routes("80")
        ?.virtualHosts?.map(({ name }) => name);
    const before = names("MERGE", { name: "none" }) ?? [];
    assert.deepEqual(
      names("REMOVE", { name: host }),
      before.filter((name) => name !== host),
    );
    assert.deepEqual(names("REPLACE", { name: host }), before.with(before.indexOf(host), "new"));
    assert.deepEqual(names("ADD", {}), [...before, "new"]);
    assert.deepEqual(names("INSERT_FIRST", {}), [...before, "new"]);
  });
});

describe("patches of routes", () => {
  const value = { name: "new", match: { prefix: "/n" }, direct_response: { status: 202 } };
  const at = (route?: object) => ({ vhost: { name: host, ...(route && { route }) } });
  const names = (operation: string, route?: object) =>
    routesOf(hostOf(patched("HTTP_ROUTE", operation, at(route), value).routes("80")));

  test("insert by name, and first only if the one that they name is there", () => {
    assert.equal(names("ADD"), "one two three new");
    assert.equal(names("INSERT_FIRST"), "new one two three");
    assert.equal(names("INSERT_FIRST", { name: "two" }), "new one two three");
    assert.equal(names("INSERT_FIRST", { name: "none" }), "one two three");
    assert.equal(names("INSERT_BEFORE"), "new one two three");
    assert.equal(names("INSERT_BEFORE", { name: "two" }), "one new two three");
    assert.equal(names("INSERT_AFTER", { name: "two" }), "one two new three");
    assert.equal(names("INSERT_AFTER"), "one two three new");
    assert.equal(names("REPLACE", { name: "two" }), "one two three");
  });

  test("remove by what routes do, and all without a word about it", () => {
    assert.equal(names("REMOVE", { action: "ROUTE" }), "two three");
    assert.equal(names("REMOVE", { action: "REDIRECT" }), "one three");
    assert.equal(names("REMOVE", { action: "DIRECT_RESPONSE" }), "one two");
    assert.equal(names("REMOVE", { action: "ANY", name: "one" }), "two three");
    assert.equal(names("REMOVE"), "");
  });

  test("merge, and what a route did before gives way to what it does now", () => {
    const merged = patched("HTTP_ROUTE", "MERGE", at({ name: "one" }), { direct_response: { status: 202 } });
    const [one, two] = hostOf(merged.routes("80"))?.routes ?? [];
    assert.deepEqual([one?.route, one?.directResponse, two?.directResponse], [undefined, { status: 202 }, undefined]);
  });

  test("come after removals of the same filter, in the order of the patches", () => {
    const match = { routeConfiguration: at({ name: "two" }) };
    const insert = { applyTo: "HTTP_ROUTE", match, patch: { operation: "INSERT_AFTER", value } };
    const remove = { applyTo: "HTTP_ROUTE", match, patch: { operation: "REMOVE" } };
    const table = new Patched([insert, remove], { resources: [rules] }).routes("80");
    assert.equal(routesOf(hostOf(table)), "one three");
  });
});

describe("patches at a gateway", () => {
  const resources = [
    config("Gateway", "app/gw", {
      selector: { app: "web" },
      servers: [
        { port: { number: 80, name: "plain", protocol: "HTTP" }, hosts: ["a.example.com"] },
        {
          port: { number: 443, name: "https", protocol: "HTTPS" },
          hosts: ["a.example.com"],
          tls: { mode: "SIMPLE", credentialName: "c" },
        },
      ],
    }),
  ];
  const touched = (match: object) =>
    patched(
      "ROUTE_CONFIGURATION",
      "MERGE",
      match,
      { internal_only_headers: ["x"] },
      {
        resources,
        type: "router",
        targets: [],
      },
    ).touched;

  test("find route tables by the server's port, its name and the gateway", () => {
    const https = "https.443.https.gw.app";
    assert.deepEqual(touched({}), ["http.80", https]);
    assert.deepEqual(touched({ portNumber: 80 }), ["http.80"]);
    assert.deepEqual(touched({ portNumber: 443 }), [https]);
    assert.deepEqual(touched({ portName: "https" }), [https]);
    assert.deepEqual(touched({ gateway: "app/gw" }), [https]);
    assert.deepEqual(touched({ gateway: "other/gw" }), []);
    assert.deepEqual(touched({ name: "http.80" }), ["http.80"]);
  });
});
