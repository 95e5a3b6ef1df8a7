import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpRoute, Resource } from "../../api/index.ts";
import { buildSnapshot, type MeshVirtualService, meshSettings, scopeOf } from "../../mesh/index.ts";
import { config, registryOf } from "../../mesh/testing/configs.ts";
import { resolveDestination } from "../resolve-destination.ts";
import { hasRoutes, httpRoutes } from "./http-routes.ts";
import type { RouteContext } from "./route-context.ts";

const to = (host: string, weight?: number) => ({ destination: { host }, ...(weight !== undefined && { weight }) });
const route = [to("a.com")];
const hash = { httpHeaderName: "x-user" };

function virtualService(...http: readonly HttpRoute[]): MeshVirtualService {
  const resources: readonly Resource[] = [config("VirtualService", "app/vs", { hosts: ["a.com"], http })];
  const snapshot = buildSnapshot({ settings: meshSettings({}), registry: registryOf(), resources, now: 0 });
  return scopeOf(snapshot, { namespace: "app", labels: {} }).virtualServices[0] as MeshVirtualService;
}

const context: RouteContext = {
  port: 80,
  gateways: ["mesh"],
  source: { namespace: "app", labels: { app: "web", version: "v1" } },
  retries: { attempts: 0 },
  resolve: (destination) => ({
    ...resolveDestination(destination, { service: undefined, rule: undefined }, 80),
    ...(destination.host === "hashed.com" && { hash }),
  }),
};

const routesOf = (...http: readonly HttpRoute[]) => httpRoutes(virtualService(...http), context);
const clustersOf = (...http: readonly HttpRoute[]) => routesOf(...http).routes.map((each) => each.route?.cluster);

describe("which routes there are", () => {
  const cases: readonly [string, NonNullable<HttpRoute["match"]>[number], boolean][] = [
    ["of the port", { port: 80 }, true],
    ["of another port", { port: 81 }, false],
    ["of the source's labels", { sourceLabels: { app: "web" } }, true],
    ["of other labels", { sourceLabels: { app: "web", version: "v2" } }, false],
    ["of the source's namespace", { sourceNamespace: "app" }, true],
    ["of another namespace", { sourceNamespace: "other" }, false],
    ["of the gateway", { gateways: ["mesh"] }, true],
    ["of another gateway", { gateways: ["gw"] }, false],
    ["of the gateway, whoever calls", { gateways: ["mesh"], sourceLabels: { app: "db" } }, true],
  ];
  for (const [name, match, expected] of cases) {
    test(`those ${name}: ${expected ? "yes" : "no"}`, () => {
      assert.equal(routesOf({ match: [match], route }).routes.length, expected ? 1 : 0);
      assert.equal(hasRoutes(virtualService({ match: [match], route }), context), expected);
    });
  }

  test("none after one that catches everything", () => {
    const all = { route: [to("all.com")] };
    const late = { route: [to("late.com")] };
    const catching = [{ uri: { prefix: "/" } }, { uri: { prefix: "" } }, { uri: { regex: "*" } }, { name: "m" }];
    assert.deepEqual(clustersOf(all, late), ["outbound|80||all.com"]);
    for (const match of catching) assert.equal(clustersOf({ ...all, match: [match] }, late).length, 1);
    const conditions = [{ headers: { a: {} } }, { queryParams: { a: { exact: "" } } }, { method: { exact: "GET" } }];
    for (const match of conditions) assert.equal(clustersOf({ ...all, match: [match] }, late).length, 2);
  });

  test("one for each match, with names made of both", () => {
    const match = [{ name: "one", uri: { exact: "/1" } }, { uri: { exact: "/2" } }];
    assert.deepEqual(
      routesOf({ name: "rule", match, route }).routes.map(({ name }) => name),
      ["rule.one", "rule"],
    );
  });
});

describe("what is matched", () => {
  const matched = (match: NonNullable<HttpRoute["match"]>[number]) =>
    routesOf({ match: [match], route }).routes[0]?.match;

  test("headers by name, then pseudo-headers", () => {
    const match = {
      method: { exact: "GET" },
      headers: { b: {}, a: { regex: "x|y" }, c: { regex: "*" } },
      withoutHeaders: { d: {}, e: { prefix: "z" } },
    };
    assert.deepEqual(matched(match)?.headers, [
      { name: "a", stringMatch: { safeRegex: { regex: "x|y" } } },
      { name: "b", presentMatch: true },
      { name: "c", presentMatch: true },
      { name: "d", presentMatch: true, invertMatch: true },
      { name: "e", stringMatch: { prefix: "z" }, invertMatch: true, treatMissingHeaderAsEmpty: true },
      { name: ":method", stringMatch: { exact: "GET" } },
    ]);
  });

  test("claims of tokens, nested by dots or brackets", () => {
    const match = {
      headers: { "@request.auth.claims.a.b": { exact: "x" } },
      withoutHeaders: { "@request.auth.claims[c.d][e]": {} },
    };
    const { headers, dynamicMetadata = [] } = matched(match) ?? {};
    assert.equal(headers, undefined);
    assert.deepEqual(
      dynamicMetadata.map(({ path = [] }) => path.map(({ key }) => key)),
      [
        ["payload", "a", "b"],
        ["payload", "c.d", "e"],
      ],
    );
    assert.deepEqual(dynamicMetadata[1]?.value, { presentMatch: true });
    assert.equal(dynamicMetadata[1]?.invert, true);
  });

  test("whole segments where prefixes mean them", () => {
    const rules = virtualService({ match: [{ uri: { prefix: "/a/" } }], route });
    const { routes } = httpRoutes(rules, { ...context, wholeSegments: true });
    assert.equal(routes[0]?.match?.pathSeparatedPrefix, "/a");
  });
});

describe("where requests go", () => {
  test("to the destinations with weight; a single one needs none", () => {
    assert.deepEqual(clustersOf({ route: [to("a.com", 0)] }), ["outbound|80||a.com"]);
    assert.deepEqual(clustersOf({ route: [to("a.com", 0), to("b.com", 5)] }), ["outbound|80||b.com"]);
    const several = routesOf({ route: [to("a.com", 1), to("b.com", 0), to("c.com", 2)] }).routes[0]?.route;
    assert.deepEqual(several?.weightedClusters?.clusters, [
      { name: "outbound|80||a.com", weight: 1 },
      { name: "outbound|80||c.com", weight: 2 },
    ]);
  });

  test("hashed as any of the destinations asks, each way once", () => {
    const action = routesOf({ route: [to("hashed.com", 1), to("hashed.com", 2)] });
    assert.deepEqual(action.routes[0]?.route?.hashPolicy, [{ header: { headerName: "x-user" } }]);
  });

  test("tried again at the endpoint that the hash gives, if there is no other destination", () => {
    const avoids = (...route: readonly ReturnType<typeof to>[]) =>
      routesOf({ retries: { attempts: 1 }, route }).routes[0]?.route?.retryPolicy?.retryHostPredicate !== undefined;
    assert.equal(avoids(to("hashed.com", 1)), false);
    assert.equal(avoids(to("hashed.com", 1), to("a.com", 2)), true);
    assert.equal(avoids(to("a.com", 1)), true);
  });

  test("copies to mirrors, but to none with a share of 0", () => {
    const mirror = { host: "m.com" };
    const shares = (rule: HttpRoute) =>
      routesOf({ route, ...rule }).routes[0]?.route?.requestMirrorPolicies?.map((m) => m.runtimeFraction?.defaultValue);
    assert.deepEqual(shares({ mirror }), [{ numerator: 100 }]);
    assert.deepEqual(shares({ mirror, mirrorPercent: 7 }), [{ numerator: 7 }]);
    assert.deepEqual(shares({ mirror, mirrorPercentage: { value: 0.5 } }), [
      { numerator: 5000, denominator: "MILLION" },
    ]);
    assert.equal(shares({ mirror, mirrorPercentage: { value: 0 } }), undefined);
    assert.equal(shares({ mirror, mirrorPercentage: {} }), undefined);
  });

  test("with headers of the rule, then those of the only destination", () => {
    const set = (value: string) => ({ request: { set: { host: value, x: value } } });
    const { routes } = routesOf({ headers: set("rule"), route: [{ ...to("a.com"), headers: set("destination") }] });
    const [only] = routes;
    assert.deepEqual(
      only?.requestHeadersToAdd?.map(({ header }) => header?.value),
      ["rule", "destination"],
    );
    assert.equal(only?.route?.hostRewriteLiteral, "destination");
  });
});

describe("what cannot be shaped is left out, and told", () => {
  const told = (...http: readonly HttpRoute[]) =>
    routesOf(...http).problems.map(({ code, path }) => `${code} ${path.join(".")}`);
  const bad = { regex: "(" };

  test("expressions that are none of RE2", () => {
    assert.deepEqual(told({ match: [{ uri: bad }, { uri: { exact: "/" } }], route }), [
      "FW1201 spec.http.0.match.0.uri.regex",
    ]);
    assert.deepEqual(clustersOf({ match: [{ uri: bad }, { uri: { exact: "/" } }], route }).length, 1);
    assert.deepEqual(told({ match: [{ headers: { "x-a": bad } }], route }), [
      "FW1201 spec.http.0.match.0.headers.x-a.regex",
    ]);
    const rewrite = { uriRegexRewrite: { match: "[", rewrite: "" } };
    assert.deepEqual(told({ rewrite, route }), ["FW1201 spec.http.0.rewrite.uriRegexRewrite.match"]);
    const cors = { allowOrigins: [{ exact: "a" }, bad] };
    assert.deepEqual(told({ corsPolicy: cors, route }), ["FW1201 spec.http.0.corsPolicy.allowOrigins.1.regex"]);
  });

  test("answers with a status that proxies do not give", () => {
    assert.deepEqual(told({ redirect: { redirectCode: 317 } }), ["FW1202 spec.http.0.redirect.redirectCode"]);
    assert.deepEqual(told({ directResponse: { status: 600 } }), ["FW1202 spec.http.0.directResponse.status"]);
  });

  test("rules that lead nowhere", () => {
    assert.deepEqual(told({ route: [to("a.com", 0), to("b.com", 0)] }, { timeout: "1s" }), [
      "FW1203 spec.http.0.route",
      "FW1203 spec.http.1.route",
    ]);
    assert.deepEqual(clustersOf({ timeout: "1s" }, { route }), ["outbound|80||a.com"]);
  });
});
