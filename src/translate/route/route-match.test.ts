import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpMatchRequest } from "../../api/index.ts";
import { routeMatch } from "./route-match.ts";

describe("conditions on headers", () => {
  const headersOf = (match: HttpMatchRequest) =>
    routeMatch(match, false).headers?.map(({ name, invertMatch }) => `${invertMatch ? "not " : ""}${name}`);

  test("stand in the order of names, wanted or not, with those on the request's line last", () => {
    const match: HttpMatchRequest = {
      headers: { "x-d": { exact: "1" }, "x-b": {} },
      withoutHeaders: { "x-c": { exact: "1" }, "x-a": {} },
      method: { exact: "GET" },
    };
    assert.deepEqual(headersOf(match), ["not x-a", "x-b", "not x-c", "x-d", ":method"]);
  });

  test("of one header stand together", () => {
    const match = { headers: { "x-a": { prefix: "1" } }, withoutHeaders: { "x-a": { exact: "12" } } };
    assert.deepEqual(headersOf(match), ["x-a", "not x-a"]);
  });

  test("let a request pass that lacks a header which must not match", () => {
    const { headers } = routeMatch({ withoutHeaders: { "x-a": { exact: "1" }, "x-b": {} } }, false);
    assert.deepEqual(headers, [
      { name: "x-a", stringMatch: { exact: "1" }, invertMatch: true, treatMissingHeaderAsEmpty: true },
      { name: "x-b", presentMatch: true, invertMatch: true },
    ]);
  });
});
