import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { HeaderMatcher } from "../gen/envoy/config/route/v3.ts";
import { describeHeader, matchesHeader } from "./header-match.ts";
import { requestOf } from "./testing/request.ts";

const request = requestOf("/path?q=1", { header: { "x-a": "Value", n: "15" } });
const matches = (matcher: Omit<HeaderMatcher, "name">, name = "x-a") => matchesHeader({ name, ...matcher }, request);

suite("matchesHeader", () => {
  test("compares by every kind of test", () => {
    assert.equal(matches({ stringMatch: { exact: "Value" } }), true);
    assert.equal(matches({ stringMatch: { exact: "value" } }), false);
    assert.equal(matches({ stringMatch: { exact: "value", ignoreCase: true } }), true);
    assert.equal(matches({ stringMatch: { prefix: "Va" } }), true);
    assert.equal(matches({ stringMatch: { suffix: "ue" } }), true);
    assert.equal(matches({ stringMatch: { contains: "alu" } }), true);
    assert.equal(matches({ stringMatch: { safeRegex: { regex: "V.*" } } }), true);
    assert.equal(matches({ stringMatch: { safeRegex: { regex: "V" } } }), false);
    assert.equal(matches({ exactMatch: "Value" }), true);
    assert.equal(matches({ rangeMatch: { start: "10", end: "16" } }, "n"), true);
    assert.equal(matches({ rangeMatch: { start: 10, end: 15 } }, "n"), false);
    assert.equal(matches({ stringMatch: { custom: { name: "x" } } }), undefined);
  });

  test("reads pseudo-headers, the path with its query", () => {
    assert.equal(matches({ stringMatch: { exact: "/path?q=1" } }, ":path"), true);
    assert.equal(matches({ stringMatch: { exact: "GET" } }, ":method"), true);
    assert.equal(matches({ stringMatch: { exact: "a.example.com" } }, ":authority"), true);
    assert.equal(matches({ stringMatch: { exact: "http" } }, ":scheme"), true);
  });

  test("asks for presence where it asks for nothing else", () => {
    assert.equal(matches({}), true);
    assert.equal(matches({}, "none"), false);
    assert.equal(matches({ presentMatch: false }, "none"), true);
    assert.equal(matches({ presentMatch: true, invertMatch: true }, "none"), true);
    assert.equal(matches({ presentMatch: true, treatMissingHeaderAsEmpty: true }, "none"), true);
    assert.equal(matches({ presentMatch: false, treatMissingHeaderAsEmpty: true }, "none"), false);
  });

  test("fails what is not there, inverted or not, unless it counts as empty", () => {
    const inverted = { stringMatch: { exact: "z" }, invertMatch: true };
    assert.equal(matches(inverted), true);
    assert.equal(matches(inverted, "none"), false);
    assert.equal(matches({ ...inverted, treatMissingHeaderAsEmpty: true }, "none"), true);
  });
});

test("describeHeader says it in words", () => {
  assert.equal(describeHeader({ name: "x", stringMatch: { prefix: "a" } }), 'header x: prefix "a"');
  assert.equal(describeHeader({ name: "x", invertMatch: true }), "not header x present");
});
