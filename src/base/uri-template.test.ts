import assert from "node:assert/strict";
import { test } from "node:test";
import { RE2JS } from "re2js";
import { uriTemplateRegex } from "./uri-template.ts";

test("a template of paths matches as Envoy's does", () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["/a/*/c", "/a/b/c", true],
    ["/a/*/c", "/a/b/b/c", false],
    ["/a/*/c", "/a//c", false],
    ["/a/**", "/a/b/c", true],
    ["/a/**", "/a/", true],
    ["/a.b/*", "/aXb/c", false],
    ["/a/{id}", "/a/7", true],
    ["/a/{id}", "/a/7/b", false],
    ["/a/{rest=b/**}", "/a/b/c/d", true],
    ["/a/*", '/a/"', false],
    ["/a(b)/*", "/a(b)/c", true],
  ];
  for (const [template, path, expected] of rows) {
    assert.equal(RE2JS.matches(uriTemplateRegex(template), path), expected, `${template} ${path}`);
  }
});
