import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Random } from "../base/testing/random.ts";
import { maxChanged, mergeRequests, type PushReason, type PushRequest } from "./push-request.ts";

const request = (fields: Partial<PushRequest> = {}): PushRequest => ({
  full: false,
  changed: new Set(["a"]),
  reasons: new Map([["config", 1]]),
  start: 5,
  ...fields,
});

const merged = (requests: readonly PushRequest[]) =>
  requests.reduce((all: PushRequest | undefined, each) => mergeRequests(all, each), undefined);

function randomRequest(random: Random): PushRequest {
  const names = ["a", "b", "c", "d"].filter(() => random.chance(0.4));
  const reasons: readonly PushReason[] = (["endpoint", "config", "service", "proxy"] as const).filter(() =>
    random.chance(0.4),
  );
  return {
    full: random.chance(0.3),
    changed: new Set(names),
    reasons: new Map(reasons.map((reason) => [reason, 1 + random.below(3)])),
    start: random.below(100),
    ...(random.chance(0.5) && { queued: 100 + random.below(100) }),
  };
}

/** As it is meant, without order: an assertion on the whole of it. */
const plain = (one: PushRequest | undefined) =>
  one && { full: one.full, start: one.start, changed: [...one.changed].sort(), reasons: [...one.reasons].sort() };

describe("merging push requests", () => {
  test("with nothing changes nothing", () => {
    const one = request();
    assert.equal(mergeRequests(undefined, one), one);
  });

  test("is full if either is, starts with the older, and keeps every reason", () => {
    const newer = request({
      full: true,
      start: 7,
      reasons: new Map([
        ["config", 2],
        ["service", 1],
      ]),
    });
    const both = mergeRequests(request({ start: 9 }), newer);
    assert.deepEqual([both.full, both.start], [true, 7]);
    assert.deepEqual(
      [...both.reasons],
      [
        ["config", 3],
        ["service", 1],
      ],
    );
  });

  test("unites what changed only if both say what: an empty set means anything", () => {
    assert.deepEqual([...mergeRequests(request(), request({ changed: new Set(["b"]) })).changed], ["a", "b"]);
    assert.equal(mergeRequests(request(), request({ changed: new Set() })).changed.size, 0);
    assert.equal(mergeRequests(request({ changed: new Set() }), request()).changed.size, 0);
  });

  test("counts and names no more than it can keep, however many come", () => {
    const many = Array.from({ length: 20_000 }, (_, i) => request({ changed: new Set([`k${i}`]) }));
    const all = merged(many);
    assert.deepEqual([all?.changed.size, all?.reasons.get("config")], [0, 20_000]);
    assert.equal(merged(many.slice(0, maxChanged))?.changed.size, maxChanged);
  });

  test("comes to the same in whatever groups requests are merged, and loses nothing of any", () => {
    const random = new Random(7);
    for (let round = 0; round < 500; round++) {
      const all = Array.from({ length: 2 + random.below(5) }, () => randomRequest(random));
      const cut = 1 + random.below(all.length - 1);
      const [left, right] = [merged(all.slice(0, cut)), merged(all.slice(cut))];
      assert.ok(left && right);
      const whole = merged(all);
      assert.deepEqual(plain(mergeRequests(left, right)), plain(whole));
      assert.equal(
        whole?.full,
        all.some(({ full }) => full),
      );
      assert.equal(whole?.start, Math.min(...all.map(({ start }) => start)));
      assert.equal(whole?.queued, all.find(({ queued }) => queued !== undefined)?.queued);
      const open = all.some(({ changed }) => changed.size === 0);
      assert.deepEqual(whole?.changed, open ? new Set() : new Set(all.flatMap(({ changed }) => [...changed])));
      for (const reason of new Set(all.flatMap(({ reasons }) => [...reasons.keys()]))) {
        const sum = all.reduce((total, { reasons }) => total + (reasons.get(reason) ?? 0), 0);
        assert.equal(whole?.reasons.get(reason), sum);
      }
    }
  });
});
