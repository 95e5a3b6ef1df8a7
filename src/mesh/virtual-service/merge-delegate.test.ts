import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpMatchRequest, HttpRoute } from "../../api/index.ts";
import { conflicts } from "./match-conflict.ts";
import { mergeDelegateRoute } from "./merge-delegate.ts";

const cases: readonly [string, HttpMatchRequest, HttpMatchRequest, boolean][] = [
  ["a longer prefix", { uri: { prefix: "/a" } }, { uri: { prefix: "/a/b" } }, false],
  ["an exact path within the prefix", { uri: { prefix: "/a" } }, { uri: { exact: "/a/b" } }, false],
  ["a path elsewhere", { uri: { prefix: "/a" } }, { uri: { exact: "/b" } }, true],
  ["a prefix of an exact path", { uri: { exact: "/a" } }, { uri: { prefix: "/a" } }, true],
  ["an expression", { uri: { prefix: "/a" } }, { uri: { regex: "/a.*" } }, true],
  ["an expression alone", {}, { uri: { regex: "/a.*" } }, false],
  ["another header", { headers: { a: { exact: "1" } } }, { headers: { b: { exact: "2" } } }, false],
  ["another value", { headers: { a: { exact: "1" } } }, { headers: { a: { exact: "2" } } }, true],
  ["another port", { port: 80 }, { port: 81 }, true],
  ["a gateway of the parent's", { gateways: ["a/x", "a/y"] }, { gateways: ["a/x"] }, false],
  ["a gateway more", { gateways: ["a/x"] }, { gateways: ["a/x", "a/y"] }, true],
  ["other labels", { sourceLabels: { a: "1" } }, { sourceLabels: { a: "2" } }, true],
  ["other case rules", { ignoreUriCase: true }, {}, true],
];

for (const [name, parent, child, expected] of cases) {
  test(`${name} ${expected ? "conflicts" : "fits"}`, () => assert.equal(conflicts(parent, child), expected));
}

const route = [{ destination: { host: "a" } }];

test("what the delegate leaves open comes from the parent", () => {
  const parent: HttpRoute = {
    timeout: "5s",
    retries: { attempts: 1 },
    headers: { request: { set: { a: "1", b: "1" } } },
  };
  const child: HttpRoute = { route, retries: { attempts: 3 }, headers: { request: { set: { b: "2" } } } };
  assert.deepEqual(mergeDelegateRoute(parent, child), {
    route,
    timeout: "5s",
    retries: { attempts: 3 },
    headers: { request: { set: { a: "1", b: "2" }, add: {}, remove: [] } },
  });
});

test("one condition that fits nowhere drops the whole route", () => {
  const parent: HttpRoute = { match: [{ uri: { prefix: "/team" } }] };
  const child: HttpRoute = { match: [{ uri: { prefix: "/team/a" } }, { uri: { exact: "/else" } }], route };
  assert.equal(mergeDelegateRoute(parent, child), undefined);
});

test("conditions of both are joined, each with each that fits", () => {
  const parent: HttpRoute = { match: [{ uri: { prefix: "/a" } }, { headers: { p: { exact: "1" } } }] };
  const child: HttpRoute = { match: [{ uri: { prefix: "/a/b" }, headers: { c: { exact: "2" } } }], route };
  assert.deepEqual(mergeDelegateRoute(parent, child)?.match, [
    { uri: { prefix: "/a/b" }, headers: { c: { exact: "2" } } },
    { uri: { prefix: "/a/b" }, headers: { p: { exact: "1" }, c: { exact: "2" } } },
  ]);
});
