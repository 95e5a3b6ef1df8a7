import assert from "node:assert/strict";
import { test } from "node:test";
import { covers, hasPartialWildcard, validHost, validName, validWildcardHost } from "./host.ts";

const plain = [
  "reviews",
  "a.b.svc.cluster.local",
  "Example.COM",
  "example.com.",
  "1.2.3.four",
  `${"a".repeat(63)}.com`,
];
const wild = ["*", "*.example.com", "*.com.", "*-api.example.com", "*x", "*api"];
const neither = [
  "",
  ".",
  "a..b",
  "-a.com",
  "a-.com",
  "a_b.com",
  "1.2.3.4",
  "foo*",
  "a.*.com",
  "**",
  `${"a".repeat(64)}.com`,
];

test("host names without wildcards", () => {
  for (const host of plain) assert.ok(validHost(host), host);
  for (const host of [...wild, ...neither]) assert.ok(!validHost(host), host);
  assert.ok(!validHost(`${"abcdefg.".repeat(32)}com`), "longer than 255 characters");
});

test("host names that may begin with a wildcard", () => {
  for (const host of [...plain, ...wild]) assert.ok(validWildcardHost(host), host);
  for (const host of neither) assert.ok(!validWildcardHost(host), host);
});

test("wildcards that are only a part of a label", () => {
  for (const host of ["*x", "*-api.example.com"]) assert.ok(hasPartialWildcard(host), host);
  for (const host of ["*", "*.example.com", "example.com"]) assert.ok(!hasPartialWildcard(host), host);
});

test("names of subsets, ports and namespaces", () => {
  for (const name of ["v1", "V1-b", "0", "a".repeat(63)]) assert.ok(validName(name), name);
  for (const name of ["", "-a", "a-", "a.b", "a_b", "a".repeat(64)]) assert.ok(!validName(name), name);
});

test("what a host covers", () => {
  const cases: readonly [wide: string, narrow: string, covered: boolean][] = [
    ["a.com", "a.com", true],
    ["a.com", "b.com", false],
    ["*", "a.com", true],
    ["*", "*.com", true],
    ["*.com", "a.com", true],
    ["*.com", "*.a.com", true],
    ["*.a.com", "*.com", false],
    ["*.a.com", "a.com", false],
    ["a.com", "*.a.com", false],
  ];
  for (const [wide, narrow, covered] of cases) assert.equal(covers(wide, narrow), covered, `${wide} over ${narrow}`);
});
