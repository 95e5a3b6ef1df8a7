import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Route } from "../gen/envoy/config/route/v3.ts";
import { freshConnection } from "./connection.ts";
import type { HttpFilter } from "./http-filter-verdict.ts";
import { httpFilterVerdict } from "./http-filters.ts";
import { callOf } from "./testing/call-of.ts";
import { plaintext, requestOf } from "./testing/request.ts";

const preflight = { origin: "https://o.example", "access-control-request-method": "GET" };
const type = (name: string) => `type.googleapis.com/envoy.extensions.filters.http.${name}`;

function verdictOf(filter: HttpFilter, route: Route, header: object = preflight, method = "OPTIONS") {
  const call = callOf("gateway", "127.0.0.1:80");
  return httpFilterVerdict(filter, {
    request: requestOf("/", { method, header }),
    downstream: plaintext,
    connection: freshConnection(call, call.destination),
    metadata: {},
    selected: { table: {}, virtualHost: {}, route },
  });
}

suite("a browser's preflight", () => {
  const cors = { name: "cors", typedConfig: { "@type": type("cors.v3.Cors") } };
  const policy = {
    "@type": type("cors.v3.CorsPolicy"),
    allowOriginStringMatch: [{ exact: "https://o.example" }],
  };
  const own = { typedPerFilterConfig: { cors: policy } };

  test("is answered where the route forwards, and only there", () => {
    assert.equal(verdictOf(cors, { ...own, route: { cluster: "c" } })?.answer?.reason, "cors-preflight");
    assert.equal(verdictOf(cors, { ...own, redirect: {} })?.answer, undefined);
    assert.equal(verdictOf(cors, { ...own, directResponse: { status: 200 } })?.answer, undefined);
  });

  test("must say which method it asks for", () => {
    const empty = { ...preflight, "access-control-request-method": "" };
    assert.equal(verdictOf(cors, { ...own, route: { cluster: "c" } }, empty)?.answer, undefined);
  });

  test("needs no token where preflights are let through", () => {
    const jwt = (bypassCorsPreflight: boolean) => ({
      name: "jwt",
      typedConfig: {
        "@type": type("jwt_authn.v3.JwtAuthentication"),
        providers: { a: { issuer: "a" } },
        rules: [{ match: { prefix: "/" }, requires: { providerName: "a" } }],
        bypassCorsPreflight,
      },
    });
    assert.equal(verdictOf(jwt(true), {})?.decision, "passed");
    assert.equal(verdictOf(jwt(false), {})?.answer?.status, 401);
    assert.equal(verdictOf(jwt(true), {}, preflight, "GET")?.answer?.status, 401);
  });
});
