import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, type TestContext, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { GrpcServer } from "./grpc-server.ts";
import { echo } from "./testing/echo.ts";
import { GrpcClient } from "./testing/grpc-client.ts";

const path = "/test.Echo/Stream";
const stopping = { code: 14, message: "the server is stopping" };

/** A server that is about to close, and clients that have talked with it; each has 10 ms of the time, and goes after 5. */
async function start(t: TestContext, count: number) {
  const clock = new ManualClock();
  const server = new GrpcServer({
    methods: new Map([[path, echo]]),
    limits: { drainTime: 60_000, pingInterval: 1e9, idleTimeout: 1e9 },
    clock,
    random: () => 0.5,
  });
  const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
  const clients = [];
  for (let i = 0; i < count; i++) {
    const client = new GrpcClient(`http://${address}`);
    t.after(() => client.close());
    const call = client.call(path);
    const told = once(client.session, "goaway");
    const talk = async (words: string) => {
      call.send(Buffer.from(words));
      assert.equal(String(await call.next()), words);
    };
    await talk("hello");
    clients.push({ client, call, told, talk });
  }
  return { server, clock, clients };
}

describe("a server that closes", { timeout: 20_000 }, () => {
  test("sends its clients away one after the other, and serves the others until then", async (t) => {
    const { server, clock, clients } = await start(t, 3);
    const closed = server.close(1000);
    for (const [i, { call, told }] of clients.entries()) {
      clock.advance(4);
      for (const { talk } of clients.slice(i)) await talk(`turn ${i}`);
      clock.advance(6);
      await told;
      assert.deepEqual(await call.ended, stopping);
    }
    await closed;
  });

  test("waits for no turn when all have gone by themselves", async (t) => {
    const { server, clients } = await start(t, 2);
    const closed = server.close(1000);
    for (const { client } of clients) client.session.close();
    for (const { call } of clients) call.stream.end();
    await closed;
  });

  test("sends a client away at once that begins a call", async (t) => {
    const { server, clients } = await start(t, 2);
    const [first, second] = clients;
    assert.ok(first && second);
    void server.close(1000);
    const next = second.client.call(path);
    next.send(Buffer.from("hello"));
    await second.told;
    assert.deepEqual(await next.ended, stopping);
    assert.deepEqual(await second.call.ended, stopping);
    await first.talk("still");
  });

  test("cuts off who does not go, when the last was told so long ago as it has grace", async (t) => {
    const { server, clock, clients } = await start(t, 2);
    for (const { client } of clients) client.session.close = () => undefined;
    const closed = server.close(1000);
    clock.advance(15);
    for (const { told, call } of clients) {
      await told;
      assert.equal(await call.next(), undefined);
      assert.deepEqual(await call.ended, stopping);
    }
    clock.advance(1000);
    // It would wait for connections that are still there.
    await closed;
  });
});
