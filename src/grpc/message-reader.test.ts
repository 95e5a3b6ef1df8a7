import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { MessageReader } from "./message-reader.ts";

const mebibyte = 1024 * 1024;

function header(length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

function framed(message: Uint8Array): Buffer {
  return Buffer.concat([header(message.length), message]);
}

function inPieces(bytes: Buffer, size: number): Buffer[] {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

describe("messages of a stream", () => {
  const large = Array.from({ length: 5 }, (_, i) => Buffer.alloc(170_000, i + 1));

  for (const size of [1000, 16_384, 65_536]) {
    test(`come out as they were sent in pieces of ${size} bytes`, async () => {
      const bytes = Buffer.concat([...large, Buffer.from("small"), Buffer.alloc(0)].map(framed));
      const read: string[] = [];
      for await (const message of new MessageReader(Readable.from(inPieces(bytes, size)), { maxBytes: mebibyte })) {
        read.push(message.toString("latin1"));
      }
      assert.deepEqual(
        read,
        [...large, Buffer.from("small"), Buffer.alloc(0)].map((each) => each.toString("latin1")),
      );
    });
  }

  test("give back the memory that was made for them when the next one is asked for", async () => {
    const pieces = large.flatMap((message) => inPieces(framed(message), 16_384));
    const messages: Buffer[] = [];
    for await (const message of new MessageReader(Readable.from(pieces), { maxBytes: mebibyte })) {
      assert.equal(message.length, 170_000);
      assert.ok(messages.every(({ buffer }) => buffer.byteLength === 0));
      messages.push(message);
    }
    assert.equal(messages.length, 5);
  });

  test("leave the buffers of others alone", async () => {
    const bytes = Buffer.concat([framed(Buffer.from("first")), framed(Buffer.from("second"))]);
    const copy = Buffer.from(bytes);
    let count = 0;
    for await (const _ of new MessageReader(Readable.from([bytes]), { maxBytes: mebibyte })) count += 1;
    assert.equal(count, 2);
    assert.deepEqual(bytes, copy);
  });

  test("stay with the client until somebody asks for them", async () => {
    let made = 0;
    const endless = function* () {
      for (;;) yield framed(Buffer.from(String(made++)));
    };
    const reader = new MessageReader(Readable.from(endless()), { maxBytes: mebibyte });
    const read = async () => String((await reader.next()).value);
    assert.equal(await read(), "0");
    for (let i = 0; i < 100; i++) await new Promise(setImmediate);
    const ahead = made;
    assert.ok(ahead < 10, `${ahead} were made`);
    for (let i = 1; i < 50; i++) assert.equal(await read(), String(i));
    assert.ok(made < 50 + ahead);
  });

  test("end for who waits for one when they are to be read no more", async () => {
    const reader = new MessageReader(new Readable({ read() {} }), { maxBytes: mebibyte });
    const asked = reader.next();
    const end = { value: undefined, done: true };
    assert.deepEqual([await reader.return(), await asked, await reader.next()], [end, end, end]);
  });

  test("take no room for what is only announced", async () => {
    const before = process.memoryUsage().arrayBuffers;
    const streams = Array.from({ length: 100 }, () => new Readable({ read() {} }));
    const reads = streams.map((stream) => new MessageReader(stream, { maxBytes: 16 * mebibyte }).next());
    for (const piece of [header(16 * mebibyte), Buffer.alloc(200), Buffer.alloc(1000)]) {
      for (const stream of streams) stream.push(piece);
      await new Promise(setImmediate);
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 4 * mebibyte);
    for (const stream of streams) stream.destroy();
    await Promise.all(reads);
  });
});
