import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { sharedBytes } from "../../base/shared-bytes.ts";
import { collectGarbage } from "../../base/testing/collect-garbage.ts";
import { KnownBytes, ToldBytes } from "./told-bytes.ts";

/** Bytes that are told as they would be to a thread, and what was told. */
function start() {
  const log: string[] = [];
  const known = new KnownBytes();
  const told = new ToldBytes({
    remember: (memory, shared) => {
      log.push(`remember ${memory}`);
      known.remember(memory, shared);
    },
    forget: (memory) => {
      log.push(`forget ${memory}`);
      known.forget(memory);
    },
  });
  return { log, known, told };
}

suite("bytes that are told to a thread", () => {
  test("are shared if they are large, and told of once", () => {
    const { log, known, told } = start();
    const large = sharedBytes(100_000).fill("a");
    const whole = known.of(told.post(large));
    const part = known.of(told.post(large.subarray(10, 20)));
    assert.equal(whole.buffer, large.buffer);
    assert.deepEqual([part.byteOffset, part.length], [10, 10]);
    assert.deepEqual(log, ["remember 1"]);
  });

  test("are copied if they are small", () => {
    const { log, known, told } = start();
    const small = sharedBytes(10).fill("a");
    const copy = known.of(told.post(small));
    small.fill("b");
    assert.equal(Buffer.from(copy).toString(), "aaaaaaaaaa");
    assert.deepEqual(log, []);
  });

  test("are forgotten when nobody can send them any more", async () => {
    const log: string[] = [];
    const told = new ToldBytes({
      remember: (memory) => log.push(`remember ${memory}`),
      forget: (memory) => log.push(`forget ${memory}`),
    });
    told.post(sharedBytes(100_000));
    while (log.length < 2) await collectGarbage();
    assert.deepEqual(log, ["remember 1", "forget 1"]);
  });
});
