import assert from "node:assert/strict";
import { test } from "node:test";
import { completeGateway, completeHost } from "./complete-host.ts";
import { coversHost, findHost, getHost, hostMap, hostsOverlap, matchesOf } from "./host-map.ts";

const map = hostMap(["*", "*.com", "*.example.com", "a.example.com", "*.a.example.com"].map((host) => [host, host]));

for (const [host, expected] of [
  ["a.example.com", "a.example.com"],
  ["b.example.com", "*.example.com"],
  ["x.a.example.com", "*.a.example.com"],
  ["y.x.a.example.com", "*.a.example.com"],
  ["example.com", "*.com"],
  ["*.example.com", "*.example.com"],
  ["*.b.example.com", "*.example.com"],
  ["other.org", "*"],
  ["com", "*"],
] as const) {
  test(`the most specific host for ${host} is ${expected}`, () => assert.equal(findHost(map, host), expected));
}

test("all hosts that cover one come the most specific first", () => {
  assert.deepEqual([...matchesOf(map, "a.example.com")], ["a.example.com", "*.example.com", "*.com", "*"]);
});

test("a host that is covered but not named is not found by its own name", () => {
  assert.equal(getHost(map, "b.example.com"), undefined);
  assert.equal(getHost(map, "*.com"), "*.com");
});

test("a wildcard within a label covers what ends so", () => {
  const partial = hostMap([["*-api.example.com", 1]]);
  assert.equal(findHost(partial, "pets-api.example.com"), 1);
  assert.equal(findHost(partial, "api.example.com"), undefined);
  assert.equal(findHost(partial, "-api.example.com"), undefined);
});

test("of two values for a host the first stays", () => {
  assert.equal(
    getHost(
      hostMap([
        ["a.b", 1],
        ["a.b", 2],
      ]),
      "a.b",
    ),
    1,
  );
});

for (const [wide, narrow, covers, overlaps] of [
  ["*", "a.com", true, true],
  ["*.com", "a.com", true, true],
  ["*.com", "*.a.com", true, true],
  ["*.a.com", "*.com", false, true],
  ["a.com", "*.com", false, true],
  ["*.com", "com", false, false],
  ["a.com", "b.com", false, false],
] as const) {
  test(`${wide} and ${narrow}`, () => {
    assert.equal(coversHost(wide, narrow), covers);
    assert.equal(hostsOverlap(wide, narrow), overlaps);
  });
}

for (const [host, expected] of [
  ["reviews", "reviews.app.svc.cluster.local"],
  ["Reviews", "reviews.app.svc.cluster.local"],
  ["reviews.other", "reviews.other"],
  ["*", "*"],
  ["*.example.com", "*.example.com"],
  ["10.0.0.1", "10.0.0.1"],
  ["2001:db8::1", "2001:db8::1"],
] as const) {
  test(`${host} in app is ${expected}`, () => assert.equal(completeHost(host, "app", "cluster.local"), expected));
}

for (const [gateway, expected] of [
  ["mesh", "mesh"],
  ["edge", "app/edge"],
  ["istio-system/edge", "istio-system/edge"],
  ["./edge", "app/edge"],
  ["edge.istio-system.svc.cluster.local", "istio-system/edge"],
] as const) {
  test(`the gateway ${gateway} in app is ${expected}`, () => assert.equal(completeGateway(gateway, "app"), expected));
}
