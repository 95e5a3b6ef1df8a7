import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeTransport } from "./node-transport.ts";

/** A server that answers with `serve`, and a network to it. */
async function start(t: TestContext, serve: (response: ServerResponse) => void) {
  const counts = { connections: 0 };
  const server = createServer((_, response) => serve(response));
  server.on("connection", () => {
    counts.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const access = { server: `http://127.0.0.1:${port}`, user: {}, namespace: "default", insecure: false };
  const network = nodeTransport(access, { environment: {} });
  t.after(() => {
    network.close();
    server.close();
  });
  return { network, counts };
}

const get = { method: "GET", path: "/", headers: {} };

test("what is held of an answer stays with the network, and comes whole and together afterwards", async (t) => {
  const opened = Promise.withResolvers<ServerResponse>();
  const { network } = await start(t, (response) => {
    response.flushHeaders();
    opened.resolve(response);
  });
  const { body, coming } = await network.send(get);
  assert.ok(coming);
  const response = await opened.promise;
  const line = (i: number) => `${String(i).padStart(999, "-")}\n`;
  coming.hold(true);
  for (let i = 0; i < 20; i++) {
    response.write(line(i));
    await sleep(2);
  }
  assert.ok(coming.unread > 0 && coming.unread < 10_000, `${coming.unread} bytes are known of`);
  coming.hold(false);
  await sleep(20);
  const pieces = body[Symbol.asyncIterator]();
  const text = Buffer.from((await pieces.next()).value ?? []).toString();
  assert.equal(text, Array.from({ length: 20 }, (_, i) => line(i)).join(""));
  response.end("end");
  assert.equal(Buffer.from((await pieces.next()).value ?? []).toString(), "end");
  assert.equal((await pieces.next()).done, true);
});

test("a connection serves one answer after the other, also those of which nothing was read", async (t) => {
  const { network, counts } = await start(t, (response) => void response.end("answer"));
  for (const reads of [true, false, true, true]) {
    const { body } = await network.send(get);
    if (reads) for await (const piece of body) assert.equal(Buffer.from(piece).toString(), "answer");
    await sleep(20);
  }
  assert.equal(counts.connections, 1);
});
