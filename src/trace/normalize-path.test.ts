import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { normalizePath } from "./normalize-path.ts";

suite("normalizePath", () => {
  const path = (text: string, options: Parameters<typeof normalizePath>[0] = { normalizePath: true }) => {
    const result = normalizePath(options, text);
    return result.kind === "path" ? result.path : result;
  };
  test("leaves everything without options", () => assert.equal(path("/a/../%2E//b", {}), "/a/../%2E//b"));
  test("resolves dots, also escaped ones, and not in the query", () => {
    assert.equal(path("/a/./b/../c?x=/../y"), "/a/c?x=/../y");
    assert.equal(path("/a/%2e%2E/b"), "/b");
    assert.equal(path("/a/.."), "/");
    assert.equal(path("/../a/."), "/a/");
    assert.equal(path("/a\\b"), "/a/b");
    assert.equal(path("/%61%20b"), "/a%20b");
  });
  test("merges slashes only where asked", () => {
    assert.equal(path("/a//b"), "/a//b");
    assert.equal(path("/a//b", { mergeSlashes: true }), "/a/b");
  });
  test("treats escaped slashes as asked", () => {
    assert.equal(path("/a%2fb"), "/a%2fb");
    assert.equal(path("/a%2Fb", { pathWithEscapedSlashesAction: "UNESCAPE_AND_FORWARD" }), "/a/b");
    assert.deepEqual(path("/a%5cb", { pathWithEscapedSlashesAction: "REJECT_REQUEST" }), { kind: "rejected" });
    assert.deepEqual(path("/a%2fb", { pathWithEscapedSlashesAction: "UNESCAPE_AND_REDIRECT" }), {
      kind: "redirected",
      path: "/a/b",
    });
  });
});
