import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { dnsResolver, gatewayNames, type ResolvedAddress } from "./gateway-names.ts";

function start(answers: (readonly ResolvedAddress[] | Error)[], random = 0) {
  const clock = new ManualClock();
  const counts = { asked: 0, changed: 0, failed: 0 };
  const names = gatewayNames({
    clock,
    random: () => random,
    resolve: async () => {
      const answer = answers[Math.min(counts.asked, answers.length - 1)];
      counts.asked += 1;
      if (answer === undefined || answer instanceof Error) throw answer;
      return answer;
    },
    changed: () => {
      counts.changed += 1;
    },
    failed: () => {
      counts.failed += 1;
    },
  });
  const advance = async (ms: number) => {
    clock.advance(ms);
    for (let i = 0; i < 3; i++) await settle();
  };
  return { names, counts, advance };
}

const address = (text: string, ttl = 0) => ({ address: text, ttl });

describe("the name of a gateway", () => {
  test("leads to its addresses, in one order whatever DNS says", async () => {
    const { names, counts, advance } = start([
      [address("10.0.0.2"), address("10.0.0.1"), address("10.0.0.2")],
      [address("10.0.0.1"), address("10.0.0.2")],
      [address("10.0.0.1")],
    ]);
    assert.equal(names.at("gw"), undefined);
    await advance(0);
    assert.deepEqual(names.at("gw"), ["10.0.0.1", "10.0.0.2"]);
    await advance(30_000);
    assert.deepEqual(counts, { asked: 2, changed: 1, failed: 0 });
    await advance(30_000);
    assert.deepEqual([names.at("gw"), counts.changed], [["10.0.0.1"], 2]);
  });

  test("is looked up again when DNS says so, but neither too often nor too late, and not all at once", async () => {
    for (const [ttl, random, wait] of [
      [1, 0, 30_000],
      [100, 0, 100_000],
      [1_000_000, 0, 3_600_000],
      [100, 0.5, 105_000],
    ] as const) {
      const { names, counts, advance } = start([[address("10.0.0.1", ttl), address("fd00::1", ttl + 5)]], random);
      names.at("gw");
      await advance(0);
      await advance(wait - 1);
      assert.equal(counts.asked, 1, `${ttl} s`);
      await advance(1);
      assert.equal(counts.asked, 2, `${ttl} s`);
    }
  });

  test("keeps the addresses it had while it cannot be found, which is told once", async () => {
    const { names, counts, advance } = start([[address("10.0.0.1")], new Error("no answer"), []]);
    names.at("gw");
    await advance(0);
    for (let i = 0; i < 5; i++) await advance(5 * 60_000);
    assert.deepEqual(names.at("gw"), ["10.0.0.1"]);
    assert.deepEqual([counts.changed, counts.failed], [1, 1]);
    assert.ok(counts.asked > 3);
    names.keepOnly(new Set());
    const { asked } = counts;
    await advance(3_600_000);
    assert.equal(counts.asked, asked);
    names.close();
  });

  test("that nobody can have is a fault", async () => {
    await assert.rejects(dnsResolver()("name.invalid"));
  });
});
