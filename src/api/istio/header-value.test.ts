import assert from "node:assert/strict";
import { test } from "node:test";
import { validHeaderValue } from "./header-value.ts";

test("values that proxies accept", () => {
  for (const value of [
    "",
    "plain\ttext",
    "100%%",
    "%HOSTNAME%",
    "id-%REQ(x-request-id)%-end",
    '%PER_REQUEST_STATE(["a", "b"])%',
    "%START_TIME(%Y/%m)%",
    '%UPSTREAM_METADATA(["ns", "a)b"])%',
    "%REQ(:authority?host):10%",
  ]) {
    assert.ok(validHeaderValue(value), value);
  }
});

test("values that proxies refuse", () => {
  for (const value of ["abc%123", "%", "%START_TIME%%", "%REQ(x%", "%REQ(x)", "line\nbreak", "del\x7f"]) {
    assert.ok(!validHeaderValue(value), value);
  }
});

test("long values are judged in no time", () => {
  const started = process.hrtime.bigint();
  for (const value of [
    '%A("'.repeat(50_000),
    "%A(".repeat(50_000),
    `%A(${'"a"'.repeat(50_000)}`,
    "%A(\\".repeat(50_000),
  ]) {
    validHeaderValue(value);
  }
  assert.ok(process.hrtime.bigint() - started < 2_000_000_000n);
});
