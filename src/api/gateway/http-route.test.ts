import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admit } from "../admit.ts";
import { judgeSpec } from "../testing/judge.ts";
import { httpRouteKind } from "./http-route.ts";

const backend = { name: "reviews", port: 8080 };
const redirect = { type: "RequestRedirect", requestRedirect: {} };
const rewrite = { type: "URLRewrite", urlRewrite: {} };
const replacePrefix = { type: "ReplacePrefixMatch", replacePrefixMatch: "/" };
const headers = { type: "RequestHeaderModifier", requestHeaderModifier: { set: [{ name: "a", value: "b" }] } };
const matches = (count: number) => Array.from({ length: count }, () => ({ path: { value: "/a" } }));

const rule = (fields: object) => ({ rules: [{ backendRefs: [backend], ...fields }] });
const filter = (...filters: object[]) => ({ rules: [{ filters }] });
const path = (type: string, value: string) => rule({ matches: [{ path: { type, value } }] });

const cases: readonly [name: string, spec: object, ...problems: string[]][] = [
  ["an empty route", {}],
  ["a plain route", { hostnames: ["*.example.com"], parentRefs: [{ name: "gw" }], ...rule({}) }],
  ["a host name in capitals", { hostnames: ["Example.com"] }, "FW0107 spec.hostnames[0]"],
  ["a wildcard inside a host name", { hostnames: ["a.*.com"] }, "FW0107 spec.hostnames[0]"],
  ["no rules at all", { rules: [] }, "FW0106 spec.rules"],
  ["two rules of one name", { rules: [{ name: "a" }, { name: "a" }] }, "FW0108 spec.rules[1].name"],
  ["128 matches", { rules: [{ matches: matches(64) }, { matches: matches(64) }] }],
  [
    "129 matches",
    { rules: [{ matches: matches(64) }, { matches: matches(64) }, { matches: matches(1) }] },
    "FW0708 spec.rules",
  ],

  [
    "parents with sections",
    {
      parentRefs: [
        { name: "gw", sectionName: "a" },
        { name: "gw", sectionName: "b" },
      ],
    },
  ],
  [
    "parents with ports",
    {
      parentRefs: [
        { name: "gw", port: 80 },
        { name: "gw", port: 81 },
      ],
    },
  ],
  ["parents in two namespaces", { parentRefs: [{ name: "gw" }, { name: "gw", namespace: "other" }] }],
  ["the same parent twice", { parentRefs: [{ name: "gw" }, { name: "gw" }] }, "FW0703 spec.parentRefs[1]"],
  [
    "a parent with and without a section",
    { parentRefs: [{ name: "gw" }, { name: "gw", sectionName: "b" }] },
    "FW0703 spec.parentRefs[1]",
  ],

  ["a Service without port", { rules: [{ backendRefs: [{ name: "a" }] }] }, "FW0704 spec.rules[0].backendRefs[0].port"],
  ["another kind without port", { rules: [{ backendRefs: [{ group: "x.io", kind: "Pool", name: "a" }] }] }],
  [
    "a mirror without port",
    filter({ type: "RequestMirror", requestMirror: { backendRef: { name: "a" } } }),
    "FW0704 spec.rules[0].filters[0].requestMirror.backendRef.port",
  ],
  [
    "a negative weight",
    { rules: [{ backendRefs: [{ ...backend, weight: -1 }] }] },
    "FW0105 spec.rules[0].backendRefs[0].weight",
  ],

  ["a prefix", path("PathPrefix", "/a/b")],
  ["a path with an escape", path("Exact", "/a%20b")],
  ["a relative path", path("Exact", "a"), "FW0705 spec.rules[0].matches[0].path.value"],
  ["a double slash", path("PathPrefix", "/a//b"), "FW0705 spec.rules[0].matches[0].path.value"],
  ["a dot segment", path("PathPrefix", "/a/./b"), "FW0705 spec.rules[0].matches[0].path.value"],
  ["a path that goes up", path("PathPrefix", "/a/.."), "FW0705 spec.rules[0].matches[0].path.value"],
  ["an escaped slash", path("PathPrefix", "/a%2fb"), "FW0705 spec.rules[0].matches[0].path.value"],
  ["a space in a path", path("Exact", "/a b"), "FW0705 spec.rules[0].matches[0].path.value"],
  ["a regular expression", path("RegularExpression", "a//b.*")],
  ["a look-ahead", path("RegularExpression", "(?=a)"), "FW0717 spec.rules[0].matches[0].path.value"],
  ["an unknown type of path", path("Regex", "/"), "FW0104 spec.rules[0].matches[0].path.type"],
  [
    "two matches of one header",
    rule({
      matches: [
        {
          headers: [
            { name: "a", value: "1" },
            { name: "a", value: "2" },
          ],
        },
      ],
    }),
    "FW0108 spec.rules[0].matches[0].headers[1]",
  ],
  [
    "a header value with odd spaces",
    rule({ matches: [{ headers: [{ name: "a", value: "b  c" }] }] }),
    "FW0716 spec.rules[0].matches[0].headers[0].value",
  ],

  ["a filter without its settings", filter({ type: "CORS" }), "FW0701 spec.rules[0].filters[0].cors"],
  ["a filter with another's settings", filter({ ...headers, cors: {} }), "FW0701 spec.rules[0].filters[0].cors"],
  ["two header filters", filter(headers, headers), "FW0702 spec.rules[0].filters[1]"],
  ["redirect and rewrite", filter(redirect, rewrite), "FW0702 spec.rules[0].filters"],
  ["redirect and backends", rule({ filters: [redirect] }), "FW0706 spec.rules[0].backendRefs"],
  [
    "a status that is no redirect",
    filter({ type: "RequestRedirect", requestRedirect: { statusCode: 200 } }),
    "FW0104 spec.rules[0].filters[0].requestRedirect.statusCode",
  ],
  [
    "a path modifier with the wrong field",
    filter({ type: "URLRewrite", urlRewrite: { path: { type: "ReplaceFullPath", replacePrefixMatch: "/" } } }),
    "FW0701 spec.rules[0].filters[0].urlRewrite.path.replaceFullPath",
    "FW0701 spec.rules[0].filters[0].urlRewrite.path.replacePrefixMatch",
  ],
  ["a replaced prefix", rule({ filters: [{ type: "URLRewrite", urlRewrite: { path: replacePrefix } }] })],
  [
    "a replaced prefix of an exact match",
    {
      rules: [
        {
          matches: [{ path: { type: "Exact", value: "/a" } }],
          filters: [{ type: "RequestRedirect", requestRedirect: { path: replacePrefix } }],
        },
      ],
    },
    "FW0707 spec.rules[0].matches",
  ],
  [
    "a replaced prefix in a backend with two matches",
    {
      rules: [
        {
          matches: matches(2),
          backendRefs: [{ ...backend, filters: [{ type: "URLRewrite", urlRewrite: { path: replacePrefix } }] }],
        },
      ],
    },
    "FW0707 spec.rules[0].matches",
  ],
  [
    "percentage and fraction",
    filter({ type: "RequestMirror", requestMirror: { backendRef: backend, percent: 1, fraction: { numerator: 1 } } }),
    "FW0718 spec.rules[0].filters[0].requestMirror",
  ],
  [
    "a fraction above one",
    filter({ type: "RequestMirror", requestMirror: { backendRef: backend, fraction: { numerator: 101 } } }),
    "FW0718 spec.rules[0].filters[0].requestMirror.fraction.numerator",
  ],
  ["all origins", filter({ type: "CORS", cors: { allowOrigins: ["*"], allowMethods: ["GET", "PUT"] } })],
  [
    "all origins and one more",
    filter({ type: "CORS", cors: { allowOrigins: ["*", "https://a.com"] } }),
    "FW0713 spec.rules[0].filters[0].cors.allowOrigins",
  ],
  [
    "an origin with a path",
    filter({ type: "CORS", cors: { allowOrigins: ["https://a.com/b"] } }),
    "FW0107 spec.rules[0].filters[0].cors.allowOrigins[0]",
  ],
  [
    "external authorization",
    filter({ type: "ExternalAuth", externalAuth: { protocol: "GRPC", backendRef: backend, grpc: {} } }),
  ],
  [
    "external authorization without settings",
    filter({ type: "ExternalAuth", externalAuth: { protocol: "HTTP", backendRef: backend, grpc: {} } }),
    "FW0701 spec.rules[0].filters[0].externalAuth.grpc",
    "FW0701 spec.rules[0].filters[0].externalAuth.http",
  ],

  ["timeouts in order", rule({ timeouts: { request: "10s", backendRequest: "2s" } })],
  ["no request timeout", rule({ timeouts: { request: "0s", backendRequest: "2s" } })],
  [
    "a backend timeout that is too long",
    rule({ timeouts: { request: "1s", backendRequest: "1m" } }),
    "FW0709 spec.rules[0].timeouts.backendRequest",
  ],
  ["a timeout without unit", rule({ timeouts: { request: "10" } }), "FW0107 spec.rules[0].timeouts.request"],
  ["a fractional timeout", rule({ timeouts: { request: "1.5s" } }), "FW0107 spec.rules[0].timeouts.request"],
  ["a retry on success", rule({ retry: { codes: [200] } }), "FW0105 spec.rules[0].retry.codes[0]"],
  [
    "a lasting cookie",
    rule({ sessionPersistence: { absoluteTimeout: "1h", cookieConfig: { lifetimeType: "Permanent" } } }),
  ],
  [
    "a lasting cookie without an end",
    rule({ sessionPersistence: { cookieConfig: { lifetimeType: "Permanent" } } }),
    "FW0715 spec.rules[0].sessionPersistence.absoluteTimeout",
  ],
  [
    "cookie settings for a header",
    rule({ sessionPersistence: { type: "Header", cookieConfig: {} } }),
    "FW0715 spec.rules[0].sessionPersistence.cookieConfig",
  ],
];

describe("HTTPRoute", () => {
  for (const [name, spec, ...problems] of cases) {
    test(name, () => {
      assert.deepEqual(judgeSpec(httpRouteKind, spec), problems);
    });
  }

  test("fills in defaults", () => {
    const { resource } = admit(httpRouteKind, {
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "HTTPRoute",
      metadata: { name: "x", namespace: "default" },
      spec: { parentRefs: [{ name: "gw" }], rules: [{ backendRefs: [backend] }] },
    });
    assert.deepEqual(resource.spec, {
      parentRefs: [{ name: "gw", group: "gateway.networking.k8s.io", kind: "Gateway" }],
      rules: [
        {
          matches: [{ path: { type: "PathPrefix", value: "/" } }],
          backendRefs: [{ group: "", kind: "Service", name: "reviews", port: 8080, weight: 1 }],
        },
      ],
    });
  });
});
