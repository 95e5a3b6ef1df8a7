import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, type TestContext, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { GrpcServer } from "./grpc-server.ts";
import { echo } from "./testing/echo.ts";
import { GrpcClient } from "./testing/grpc-client.ts";

const path = "/test.Echo/Stream";

async function start(t: TestContext, maxConnectionAge: number) {
  const clock = new ManualClock();
  const server = new GrpcServer({
    methods: new Map([[path, echo]]),
    limits: { maxConnectionAge, pingInterval: 1e9, idleTimeout: 1e9 },
    clock,
    random: () => 0.5,
  });
  const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
  t.after(() => {
    const closed = server.close(0);
    clock.advance(0);
    return closed;
  });
  const connect = async () => {
    const client = new GrpcClient(`http://${address}`);
    t.after(() => client.close());
    const call = client.call(path);
    call.send(Buffer.from("a"));
    assert.equal(String(await call.next()), "a");
    return { client, call };
  };
  return { server, clock, connect };
}

describe("a connection", () => {
  test("that became too old is told to go, and its calls end with a status by which clients come again", async (t) => {
    const { clock, connect } = await start(t, 60_000);
    const old = await connect();
    clock.advance(30_000);
    const young = await connect();
    const told = once(old.client.session, "goaway");
    clock.advance(30_000);
    assert.equal((await told)[0], 0);
    assert.deepEqual(await old.call.ended, { code: 14, message: "the connection is too old" });
    young.call.send(Buffer.from("b"));
    assert.equal(String(await young.call.next()), "b");
  });

  test("that became too old is cut off if its client does not go", { timeout: 30_000 }, async (t) => {
    const { server, clock, connect } = await start(t, 60_000);
    const { client, call } = await connect();
    client.session.close = () => undefined;
    clock.advance(60_000);
    assert.equal(await call.next(), undefined);
    assert.equal((await call.ended).code, 14);
    clock.advance(10_000);
    // It would wait for a connection that is still there.
    await server.close(60_000);
  });

  test("may last for ever", async (t) => {
    const { clock, connect } = await start(t, 0);
    const { call } = await connect();
    clock.advance(1e8);
    call.send(Buffer.from("c"));
    assert.equal(String(await call.next()), "c");
  });
});
