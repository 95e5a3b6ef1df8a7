import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countReasons, mergeRequests, type PushRequest } from "./push-request.ts";

const request = (fields: Partial<PushRequest> = {}): PushRequest => ({
  full: false,
  changed: new Set(["a"]),
  reasons: ["config"],
  start: 5,
  ...fields,
});

describe("merging push requests", () => {
  test("with nothing changes nothing", () => {
    const one = request();
    assert.equal(mergeRequests(undefined, one), one);
  });

  test("is full if either is, starts with the older, and keeps every reason", () => {
    const merged = mergeRequests(
      request({ start: 9 }),
      request({ full: true, reasons: ["config", "service"], start: 7 }),
    );
    assert.equal(merged.full, true);
    assert.equal(merged.start, 7);
    assert.deepEqual(merged.reasons, ["config", "config", "service"]);
    assert.deepEqual(
      [...countReasons(merged.reasons)],
      [
        ["config", 2],
        ["service", 1],
      ],
    );
  });

  test("unites what changed only if both say what: an empty set means anything", () => {
    assert.deepEqual([...mergeRequests(request(), request({ changed: new Set(["b"]) })).changed], ["a", "b"]);
    assert.equal(mergeRequests(request(), request({ changed: new Set() })).changed.size, 0);
    assert.equal(mergeRequests(request({ changed: new Set() }), request()).changed.size, 0);
  });
});
