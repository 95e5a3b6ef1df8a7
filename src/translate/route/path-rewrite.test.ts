import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RE2JS } from "re2js";
import { pathRewrite } from "./path-rewrite.ts";

describe("a rewritten path", () => {
  test("replaces the prefix, or the whole path", () => {
    assert.deepEqual(pathRewrite({ uri: "/new" }, { prefix: "/old" }), { prefixRewrite: "/new" });
    assert.deepEqual(pathRewrite({ uri: "/new" }, { path: "/old" }), { prefixRewrite: "/new" });
    assert.deepEqual(pathRewrite({ uri: "/" }, { prefix: "/old/" }), { prefixRewrite: "/" });
    assert.deepEqual(pathRewrite({ uri: "/" }, { path: "/old" }), { prefixRewrite: "/" });
  });

  test("replaces what an expression finds", () => {
    const rewrite = { uriRegexRewrite: { match: "^/a/(.*)$", rewrite: "/\\1" } };
    assert.deepEqual(pathRewrite(rewrite, { prefix: "/a" }), {
      regexRewrite: { pattern: { regex: "^/a/(.*)$" }, substitution: "/\\1" },
    });
  });

  const rewritten = (path: string, prefix: string, caseSensitive = true) => {
    const { regexRewrite } = pathRewrite({ uri: "/" }, { prefix, caseSensitive });
    return RE2JS.compile(regexRewrite?.pattern?.regex ?? "")
      .matcher(path)
      .replaceAll(regexRewrite?.substitution ?? "");
  };
  const cases: readonly [string, string, string][] = [
    ["/a/b", "/a", "/b"],
    ["/a", "/a", "/"],
    ["/a/", "/a", "/"],
    ["/a/x/a/y", "/a", "/x/a/y"],
    ["/ab", "/a", "/b"],
    ["/a.b/c", "/a.b", "/c"],
  ];
  for (const [path, prefix, expected] of cases) {
    test(`${path} without ${prefix} has no double slash`, () => assert.equal(rewritten(path, prefix), expected));
  }

  test("whatever the case, where it does not count", () => assert.equal(rewritten("/A/b", "/a", false), "/b"));
});
