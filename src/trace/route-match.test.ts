import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { RouteMatch } from "../gen/envoy/config/route/v3.ts";
import type { HttpRequest } from "./http-request.ts";
import { describeMatch, matchesRoute, matchRoute } from "./route-match.ts";
import { plaintext, requestOf } from "./testing/request.ts";

const matches = (match: RouteMatch, path: string, more: Partial<HttpRequest> & { readonly header?: object } = {}) =>
  matchesRoute(match, {
    request: requestOf(path, more),
    downstream: plaintext,
    metadata: { f: { claim: ["a", "b"] } },
  });

suite("matchesRoute", () => {
  test("by path, without the query", () => {
    assert.equal(matches({ path: "/a" }, "/a?x"), true);
    assert.equal(matches({ path: "/a" }, "/A"), false);
    assert.equal(matches({ path: "/a", caseSensitive: false }, "/A#f"), true);
    assert.equal(matches({ prefix: "/a" }, "/ab"), true);
    assert.equal(matches({ prefix: "/a?x" }, "/a?x"), false);
    assert.equal(matches({ safeRegex: { regex: "/a/[0-9]+" } }, "/a/12?x=/y"), true);
    assert.equal(matches({ safeRegex: { regex: "/a" } }, "/a/12"), false);
    assert.equal(matches({}, "/"), false);
  });

  test("by whole segments", () => {
    const match = { pathSeparatedPrefix: "/a/b" };
    assert.deepEqual(
      ["/a/b", "/a/b/c", "/a/b?q", "/a/bc", "/a"].map((path) => matches(match, path)),
      [true, true, true, false, false],
    );
  });

  test("by template", () => {
    const typedConfig = {
      "@type": "type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig",
      pathTemplate: "/u/{id}/**",
    };
    assert.equal(matches({ pathMatchPolicy: { name: "t", typedConfig } }, "/u/7/x/y"), true);
    assert.equal(matches({ pathMatchPolicy: { name: "t", typedConfig } }, "/u"), false);
  });

  test("CONNECT only by its own matcher", () => {
    assert.equal(matches({ prefix: "/" }, "/", { method: "CONNECT" }), false);
    assert.equal(matches({ connectMatcher: {} }, "/", { method: "CONNECT" }), true);
    assert.equal(matches({ connectMatcher: {} }, "/"), false);
  });

  test("by query parameters, the first value as it was sent", () => {
    const query = (stringMatch?: object) => ({
      prefix: "/",
      queryParameters: [{ name: "q", ...(stringMatch && { stringMatch }) }],
    });
    assert.equal(matches(query({ exact: "1" }), "/?p=0&q=1&q=2"), true);
    assert.equal(matches(query({ exact: "a b" }), "/?q=a%20b"), false);
    assert.equal(matches(query(), "/?q"), true);
    assert.equal(matches(query(), "/?qq=1"), false);
  });

  test("by cookies, metadata, certificates and content", () => {
    assert.equal(
      matches({ prefix: "/", cookies: [{ name: "c", stringMatch: { exact: "1" } }] }, "/", {
        header: { cookie: 'a=0; c="1"' },
      }),
      true,
    );
    const dynamicMetadata = [
      { filter: "f", path: [{ key: "claim" }], value: { listMatch: { oneOf: { stringMatch: { exact: "b" } } } } },
    ];
    assert.equal(matches({ prefix: "/", dynamicMetadata }, "/"), true);
    assert.equal(matches({ prefix: "/", dynamicMetadata: [{ ...dynamicMetadata[0], invert: true }] }, "/"), false);
    assert.equal(matches({ prefix: "/", tlsContext: { presented: true } }, "/"), false);
    assert.equal(
      matches({ prefix: "/", grpc: {} }, "/", { header: { "content-type": "application/grpc+proto" } }),
      true,
    );
  });

  test("does not know of a part of requests, or of state", () => {
    const part = (numerator: number) => ({ prefix: "/", runtimeFraction: { defaultValue: { numerator } } });
    assert.deepEqual(
      [part(0), part(50), part(100)].map((match) => matches(match, "/")),
      [false, undefined, true],
    );
    assert.equal(matches({ prefix: "/", filterState: [{ key: "x" }] }, "/"), undefined);
  });
});

test("matchRoute takes the first that matches", () => {
  const routes = [
    { name: "no", match: { path: "/b" } },
    { name: "one", match: { prefix: "/" } },
    { name: "two", match: { prefix: "/a" } },
  ];
  assert.equal(matchRoute(routes, { request: requestOf("/a"), downstream: plaintext, metadata: {} })?.name, "one");
});

test("describeMatch says it in words", () => {
  const match = {
    prefix: "/a",
    headers: [{ name: "x", stringMatch: { exact: "y" } }],
    queryParameters: [{ name: "q" }],
  };
  assert.equal(describeMatch(match), 'path prefix "/a", header x: "y", query q');
});
