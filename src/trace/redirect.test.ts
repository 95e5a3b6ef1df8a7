import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { RedirectAction, RouteMatch } from "../gen/envoy/config/route/v3.ts";
import type { HttpRequest } from "./http-request.ts";
import { redirectLocation, redirectStatus } from "./redirect.ts";
import { rewriteHost, rewritePath } from "./rewrite.ts";
import { requestOf } from "./testing/request.ts";

const location = (action: RedirectAction, more: Partial<HttpRequest> = {}, match: RouteMatch = { prefix: "/" }) =>
  redirectLocation(action, match, requestOf("/a/b?q=1", more));

suite("redirects", () => {
  test("replace what they name and keep the rest", () => {
    assert.equal(location({ hostRedirect: "b.com" }), "http://b.com/a/b?q=1");
    assert.equal(location({ pathRedirect: "/c" }), "http://a.example.com/c?q=1");
    assert.equal(location({ pathRedirect: "/c?r=2" }), "http://a.example.com/c?r=2");
    assert.equal(location({ pathRedirect: "c" }), "http://a.example.com/c?q=1");
    assert.equal(location({ stripQuery: true }), "http://a.example.com/a/b");
    assert.equal(location({ prefixRewrite: "/x" }, {}, { prefix: "/a" }), "http://a.example.com/x/b?q=1");
    assert.equal(location({ schemeRedirect: "ftp" }), "ftp://a.example.com/a/b?q=1");
  });

  test("drop a port that goes with the old scheme, or that another replaces", () => {
    assert.equal(location({ httpsRedirect: true }, { host: "a.com:80" }), "https://a.com/a/b?q=1");
    assert.equal(location({ httpsRedirect: true }, { host: "a.com:8080" }), "https://a.com:8080/a/b?q=1");
    assert.equal(location({ portRedirect: 81 }, { host: "a.com:8080" }), "http://a.com:81/a/b?q=1");
    assert.equal(location({ portRedirect: 81 }, { host: "[::1]:8080" }), "http://[::1]:81/a/b?q=1");
  });

  test("are 301 by default", () => {
    assert.equal(redirectStatus({}), 301);
    assert.equal(redirectStatus({ responseCode: "PERMANENT_REDIRECT" }), 308);
  });
});

suite("rewrites", () => {
  const path = (action: Parameters<typeof rewritePath>[0], match: RouteMatch, at = "/a/b?q=1") =>
    rewritePath(action, match, requestOf(at));
  test("replace what the match matched", () => {
    assert.equal(path({ prefixRewrite: "/x" }, { prefix: "/a" }), "/x/b?q=1");
    assert.equal(path({ prefixRewrite: "/" }, { prefix: "/a" }), "//b?q=1");
    assert.equal(path({ prefixRewrite: "/x" }, { pathSeparatedPrefix: "/a" }), "/x/b?q=1");
    assert.equal(path({ prefixRewrite: "/x" }, { path: "/a/b" }), "/x?q=1");
    assert.equal(path({ prefixRewrite: "/x" }, { safeRegex: { regex: ".*" } }), "/x?q=1");
    assert.equal(path({}, { prefix: "/" }), "/a/b?q=1");
  });
  test("put groups of a regex in place, wherever it matches", () => {
    const regexRewrite = { pattern: { regex: "([ab])" }, substitution: "<\\1\\\\>" };
    assert.equal(path({ regexRewrite }, { prefix: "/" }), "/<a\\>/<b\\>?q=1");
  });
  test("name the host", () => {
    const request = requestOf("/tenant-1/x", { header: { "x-host": "h.com" } });
    assert.equal(rewriteHost({ hostRewriteLiteral: "l.com" }, request), "l.com");
    assert.equal(rewriteHost({ hostRewriteHeader: "x-host" }, request), "h.com");
    assert.equal(
      rewriteHost({ hostRewritePathRegex: { pattern: { regex: "^/(.+)/.+$" }, substitution: "\\1" } }, request),
      "tenant-1",
    );
    assert.equal(rewriteHost({ autoHostRewrite: true }, request), undefined);
    assert.equal(rewriteHost({}, request), "a.example.com");
  });
});
