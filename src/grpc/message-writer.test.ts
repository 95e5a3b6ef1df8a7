import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MessageWriter } from "./message-writer.ts";
import { WriteTurns } from "./write-turns.ts";

/** A stream whose client takes a write when it is told to. */
function slowStream() {
  const written: Buffer[] = [];
  const taken: ((error?: Error) => void)[] = [];
  const take = (pieces: readonly Buffer[], done: (error?: Error) => void) => {
    written.push(Buffer.concat(pieces));
    taken.push(done);
  };
  const stream = new Writable({
    write: (chunk, _, done) => take([chunk], done),
    writev: (chunks, done) =>
      take(
        chunks.map(({ chunk }) => chunk),
        done,
      ),
  });
  return { stream, written, taken };
}

const message = [Buffer.alloc(300_000, 1), Buffer.alloc(10, 2)];

describe("a writer of messages", { timeout: 10_000 }, () => {
  test("gives an encrypted stream at most 122 KiB that its client has not taken", async () => {
    const { stream, written, taken } = slowStream();
    const writer = new MessageWriter(stream, new WriteTurns(8), true);
    assert.equal(writer.midMessage, false);
    const sent = writer.send([message]);
    for (let writes = 1; writes <= 3; writes++) {
      while (written.length < writes) await nextTurn();
      await nextTurn();
      assert.equal(written.length, writes);
      assert.ok(stream.writableLength <= 122 * 1024);
      assert.equal(writer.midMessage, true);
      taken.shift()?.();
    }
    await sent;
    assert.equal(writer.midMessage, false);
    assert.deepEqual(Buffer.concat(written), Buffer.concat([Buffer.from([0, 0, 4, 147, 234]), ...message]));
  });

  test("gives a plain stream a message as it is, without a copy", async () => {
    const seen: unknown[] = [];
    const stream = new Writable({
      writev(chunks, done) {
        seen.push(...chunks.map(({ chunk }) => chunk.buffer));
        done();
      },
    });
    await new MessageWriter(stream, new WriteTurns(8), false).send([message]);
    assert.deepEqual(
      seen.slice(1).map((buffer, i) => buffer === message[i]?.buffer),
      [true, true],
    );
  });

  test("gives a plain stream messages that are sent together in one write", async () => {
    const { stream, written, taken } = slowStream();
    const sent = new MessageWriter(stream, new WriteTurns(8), false).send([[Buffer.from("one")], [Buffer.from("two")]]);
    while (written.length === 0) await nextTurn();
    taken.shift()?.();
    await sent;
    assert.deepEqual(written, [Buffer.from("\0\0\0\0\x03one\0\0\0\0\x03two")]);
  });

  test("lets others send while it sends much", async () => {
    const turns = new WriteTurns(1);
    const order: string[] = [];
    const named = (name: string) =>
      new MessageWriter(
        new Writable({
          write: (_chunk, _encoding, done) => {
            order.push(name);
            done();
          },
        }),
        turns,
        true,
      );
    await Promise.all([named("much").send([[Buffer.alloc(6_000_000)]]), named("little").send([[Buffer.alloc(1)]])]);
    const before = order.indexOf("little");
    assert.ok(before > 1 && before < order.length / 2, `${before} of ${order.length}`);
  });

  test("sends messages one after the other, and fails those that can no longer be sent", async () => {
    const { stream, written, taken } = slowStream();
    const writer = new MessageWriter(stream, new WriteTurns(8), false);
    const first = writer.send([[Buffer.from("first")]]);
    const second = writer.send([[Buffer.from("second")]]);
    const third = writer.send([[Buffer.from("third")]]);
    while (written.length === 0) await nextTurn();
    await nextTurn();
    assert.equal(written.length, 1);
    taken.shift()?.();
    await first;
    const flushed = writer.flushed();
    stream.on("error", () => undefined);
    taken.shift()?.(new Error("reset"));
    await assert.rejects(second, { code: "Unavailable" });
    await assert.rejects(third, { code: "Unavailable" });
    await flushed;
    assert.equal(written.length, 2);
  });
});
