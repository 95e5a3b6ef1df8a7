import assert from "node:assert/strict";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { describe, test } from "node:test";
import { setImmediate as settle, setTimeout as sleep } from "node:timers/promises";
import { ComingBody } from "./coming-body.ts";

function start() {
  const stream = new PassThrough({ highWaterMark: 1 });
  const body = new ComingBody(stream);
  const pieces = body[Symbol.asyncIterator]();
  const read = async () => Buffer.from((await pieces.next()).value ?? []).toString();
  return { stream, body, pieces, read };
}

describe("a body as it comes", () => {
  test("is read in one piece as far as it has come, to its end", async () => {
    const { stream, body, pieces, read } = start();
    for (const part of ["a", "b", "c"]) stream.write(part);
    await settle();
    assert.equal(body.unread, 3);
    assert.equal(await read(), "abc");
    assert.equal(body.unread, 0);
    const next = read();
    stream.end("d");
    assert.equal(await next, "d");
    assert.deepEqual(await pieces.next(), { value: undefined, done: true });
  });

  test("is left with the network while it is held, but for its beginning", async () => {
    const { stream, body, read } = start();
    body.hold(true);
    for (let i = 0; i < 10; i++) stream.write("x".repeat(10));
    await settle();
    assert.ok(body.unread > 0 && body.unread < 50, `${body.unread} bytes are known of`);
    body.hold(false);
    await settle();
    assert.equal((await read()).length, 100);
  });

  test("takes in no more than it must of what nobody reads", async () => {
    const { stream, body, read } = start();
    for (let i = 0; i < 20; i++) stream.write(Buffer.alloc(16 * 1024));
    await settle();
    assert.ok(body.unread <= 96 * 1024, `${body.unread} bytes`);
    let length = 0;
    while (length < 20 * 16 * 1024) length += (await read()).length;
    assert.equal(length, 20 * 16 * 1024);
  });

  test("fails where its stream does, after what came before", async () => {
    const { stream, read } = start();
    stream.write("a");
    await settle();
    stream.destroy(new Error("cut off"));
    assert.equal(await read(), "a");
    await assert.rejects(read(), /cut off/);
  });

  test("that ends too early is an error, and so is nothing of it that was held", async (t) => {
    const responses: ServerResponse[] = [];
    const server = createServer((_, response) => {
      responses.push(response);
      response.writeHead(200, { "content-length": "10" });
      response.write("begun");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve) => get({ port, host: "127.0.0.1" }, resolve));
    const body = new ComingBody(response);
    const pieces = body[Symbol.asyncIterator]();
    assert.equal(Buffer.from((await pieces.next()).value ?? []).toString(), "begun");
    body.hold(true);
    responses[0]?.destroy();
    await sleep(50);
    body.hold(false);
    await assert.rejects(pieces.next());
  });

  test("closes its stream where who reads leaves", async () => {
    const { stream, body } = start();
    stream.write("a");
    for await (const _ of body) break;
    assert.equal(stream.destroyed, true);
  });
});
