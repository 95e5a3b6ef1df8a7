import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, type TestContext, test } from "node:test";
import { FairwayError } from "../base/fault.ts";
import type { GrpcLimits } from "./grpc-limits.ts";
import { GrpcServer } from "./grpc-server.ts";
import type { GrpcHandler } from "./handle-call.ts";
import { echo } from "./testing/echo.ts";
import { GrpcClient } from "./testing/grpc-client.ts";

async function start(t: TestContext, limits: Partial<GrpcLimits>, handler: GrpcHandler = echo) {
  const server = new GrpcServer({ methods: new Map([["/a.B/C", handler]]), limits });
  const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
  const clients: { close(): unknown }[] = [];
  t.after(async () => {
    for (const client of clients) await client.close();
    await server.close(100);
  });
  const client = () => {
    const made = new GrpcClient(`http://${address}`);
    clients.push(made);
    return made;
  };
  const socket = (): Socket => {
    const made = connect(Number(address.split(":")[1]), "127.0.0.1");
    made.on("error", () => undefined).resume();
    clients.push({ close: () => made.destroy() });
    return made;
  };
  return { server, client, socket };
}

describe("the limits of a gRPC server", { timeout: 20_000 }, () => {
  test("end a connection that does not begin with HTTP/2", async (t) => {
    const { client, socket } = await start(t, { handshakeTimeout: 50 });
    const fine = client();
    const call = fine.call("/a.B/C");
    await once(socket(), "close");
    call.send(Buffer.from("x"));
    assert.equal(String(await call.next()), "x");
  });

  test("end a call that brings no message, or no whole one, and leave one that has", async (t) => {
    const { client } = await start(t, { firstMessageTimeout: 100 });
    const call = () => client().call("/a.B/C");
    const [silent, slow, fine] = [call(), call(), call()];
    slow.stream.write(Buffer.from([0, 0, 0, 0, 9, 1]));
    fine.send(Buffer.from("x"));
    assert.equal(String(await fine.next()), "x");
    for (const { ended } of [silent, slow]) {
      assert.deepEqual(await ended, { code: 4, message: "no message came in time" });
    }
    fine.send(Buffer.from("y"));
    assert.equal(String(await fine.next()), "y");
  });

  test("end a connection without calls, and keep one with a call", async (t) => {
    const { client } = await start(t, { idleTimeout: 50, pingInterval: 20 });
    const [idle, busy] = [client(), client()];
    const call = busy.call("/a.B/C");
    call.send(Buffer.from("x"));
    await call.next();
    const away = once(idle.session, "goaway");
    await once(idle.session, "close");
    assert.equal((await away)[0], 0);
    call.send(Buffer.from("y"));
    assert.equal(String(await call.next()), "y");
  });

  test("close connections that are more than are taken", async (t) => {
    const { client, socket } = await start(t, { maxConnections: 1 });
    const call = client().call("/a.B/C");
    call.send(Buffer.from("x"));
    await call.next();
    await once(socket(), "close");
    call.send(Buffer.from("y"));
    assert.equal(String(await call.next()), "y");
  });

  test("refuse large headers", async (t) => {
    const { client } = await start(t, { maxHeaderBytes: 1000 });
    const { stream } = client().call("/a.B/C", { long: "x".repeat(1000) });
    const [headers] = await once(stream, "response");
    assert.equal(headers[":status"], 431);
  });

  test("let a call be forgotten that ended while its client went on speaking", async (t) => {
    const refuse: GrpcHandler = async (call) => {
      for await (const _ of call.messages) throw new FairwayError("Forbidden", "no more");
    };
    const { server, client } = await start(t, {}, refuse);
    const speaker = client();
    for (let i = 0; i < 20; i++) {
      const one = speaker.call("/a.B/C");
      for (let k = 0; k < 1000; k++) one.send(Buffer.alloc(50));
      one.stream.end();
      assert.equal(await one.next(), undefined);
      assert.equal((await one.ended).code, 7);
    }
    speaker.session.destroy();
    while (server.callCount > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test("do not keep a server from stopping", async (t) => {
    const { server, socket } = await start(t, {});
    const held = socket();
    await once(held, "connect");
    held.pause();
    await server.close(20);
  });

  test("hold no more of a message than has come", async (t) => {
    const { client } = await start(t, {});
    const call = client().call("/a.B/C");
    const size = 100_000;
    const head = Buffer.alloc(5);
    head.writeUInt32BE(size, 1);
    call.stream.write(head);
    const whole = Buffer.from(Array.from({ length: size }, (_, i) => i % 251));
    for (let at = 0; at < size; ) {
      const end = at + 1 + ((at * 7) % 997);
      call.stream.write(whole.subarray(at, end));
      at = end;
    }
    assert.ok((await call.next())?.equals(whole));
  });
});
