import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { elsewhere, namespaceOfHost, shortNames } from "./short-names.ts";

describe("short for a host", () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ["echo.default.svc.cluster.local", "default.svc.cluster.local", ["echo", "echo.default.svc", "echo.default"]],
    ["echo.default.svc.cluster.local", "other.svc.cluster.local", ["echo.default", "echo.default.svc"]],
    ["echo.default.svc.cluster.local", elsewhere, ["echo.default", "echo.default.svc"]],
    ["example.com", "default.svc.cluster.local", []],
    ["*.default.svc.cluster.local", "default.svc.cluster.local", []],
    ["10.0.0.1", "default.svc.cluster.local", []],
    ["svc.svc.cluster.local", "default.svc.cluster.local", []],
    ["a.b.example.com", "example.com", ["a.b", "a.b.example"]],
    ["a.example.com", "vm.example.com", ["a"]],
    ["a.example.org", "example.com", []],
    ["example.com", "example.com", []],
  ];
  for (const [host, domain, expected] of cases) {
    test(`${host} in ${domain}`, () => assert.deepEqual(shortNames(host, domain), expected));
  }

  test("knows the namespace of a host", () => {
    assert.equal(namespaceOfHost("a.b.svc.cluster.local"), "b");
    assert.equal(namespaceOfHost("a.b.example.com"), "");
  });
});
