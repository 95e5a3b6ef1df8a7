import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { systemClock } from "../../base/clock.ts";
import { sharedBytes } from "../../base/shared-bytes.ts";
import { collectGarbage } from "../../base/testing/collect-garbage.ts";
import { createAuthority } from "../../pki/index.ts";
import type { GrpcCall } from "../grpc-call.ts";
import { GrpcClient } from "../testing/grpc-client.ts";
import { CarriedCall } from "./carried-call.ts";
import { ThreadedServer, type ThreadedServerOptions } from "./threaded-server.ts";

const { privateKey: key, certificate: cert } = createAuthority(systemClock);
const path = "/test.Shout/Talk";

const encrypted = { scheme: "https", tls: { key, cert } };
const plain = { scheme: "http" };

interface StartOptions extends Partial<ThreadedServerOptions> {
  readonly scheme: string;
}

async function start(
  t: TestContext,
  handler: (call: GrpcCall) => Promise<void>,
  { scheme, ...options }: StartOptions = encrypted,
) {
  const methods = new Map([[path, handler]]);
  const server = new ThreadedServer({ methods, threads: 3, alone: 2, ...options });
  const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
  const connect = () => {
    const client = new GrpcClient(`${scheme}://${address}`, { rejectUnauthorized: false });
    t.after(() => client.close());
    return client;
  };
  t.after(() => server.close(100));
  return { server, address, connect };
}

suite("a server whose connections are shared by threads", { timeout: 30_000 }, () => {
  for (const how of [encrypted, plain]) {
    test(`is one thread until there are more connections than it likes, and serves all of them (${how.scheme})`, (t) =>
      outgrowsOneThread(t, how));
  }

  test("has another thread for one that ended by a bug: its calls end, and nothing of them is kept", async (t) => {
    const threads: Worker[] = [];
    const onWorker = (worker: Worker) => threads.push(worker);
    process.on("worker", onWorker);
    t.after(() => process.off("worker", onWorker));
    const bugs: string[] = [];
    // An error would hold the call that it comes from.
    const endOf = (sent: Promise<void>) => sent.then(() => "sent").catch(String);
    const ends: Promise<string>[] = [];
    const begun: { readonly carried: boolean; readonly call: WeakRef<GrpcCall> }[] = [];
    let under = 0;
    const echo = async (call: GrpcCall) => {
      under += 1;
      begun.push({ carried: call instanceof CarriedCall, call: new WeakRef(call) });
      for await (const message of call.messages) {
        // Nobody reads all of that, so that it is under way for ever.
        if (String(message) === "much") ends.push(endOf(call.send([sharedBytes(8_000_000)])));
        else await call.send([message]);
      }
      under -= 1;
    };
    const report = (error: unknown, where: string) => bugs.push(`${where}: ${error}`);
    const { server, connect } = await start(t, echo, { ...encrypted, threads: 2, alone: 0, report });
    const open = async () => {
      const client = connect();
      const call = client.call(path);
      call.send(Buffer.from("hello"));
      assert.equal(String(await call.next()), "hello");
      return { client, call, carried: begun.at(-1)?.carried ?? false };
    };
    const openBoth = async () => {
      const opened = [await open()];
      while (!opened.some(({ carried }) => carried) || opened.every(({ carried }) => carried))
        opened.push(await open());
      return opened;
    };
    const first = await openBoth();
    const carried = first.filter((each) => each.carried);
    for (const { call } of carried) call.send(Buffer.from("much"));
    while (ends.length < carried.length) await setImmediate();
    // No such order exists.
    threads[0]?.postMessage(null);
    for (const { call } of carried) {
      call.stream.resume();
      assert.equal((await call.ended).code, -1);
    }
    while (under > first.length - carried.length) await setImmediate();
    assert.equal(server.callCount, first.length - carried.length);
    assert.match(bugs.join(), /^thread: TypeError/);
    for (const end of await Promise.all(ends)) assert.match(end, /the client is gone/);
    const lost = begun.filter((each) => each.carried);
    while (lost.some(({ call }) => call.deref() !== undefined)) await collectGarbage();
    for (const { call, carried } of first) {
      if (carried) continue;
      call.send(Buffer.from("still"));
      assert.equal(String(await call.next()), "still");
    }
    while (threads.length < 2) await setImmediate();
    assert.equal(server.threadCount, 2);
    const second = await openBoth();
    assert.ok(second.some((each) => each.carried));
  });

  test("has as many connections as it may before others are started", async (t) => {
    const echo = async (call: GrpcCall) => {
      for await (const message of call.messages) await call.send([message]);
    };
    const { server, connect } = await start(t, echo, { ...plain, alone: 4, limits: { maxConnections: 3 } });
    const open = () => {
      const call = connect().call(path);
      call.send(Buffer.from("hello"));
      return call;
    };
    for (let i = 0; i < 3; i++) assert.equal(String(await open().next()), "hello");
    assert.notEqual((await open().ended).code, 0);
    assert.equal(server.callCount, 3);
  });

  test("refuses an address that somebody else has, though threads could share it", async (t) => {
    const { address } = await start(t, async () => undefined);
    const other = new ThreadedServer({ methods: new Map(), tls: { key, cert }, threads: 2 });
    const port = Number(address.split(":")[1]);
    await assert.rejects(other.listen({ host: "127.0.0.1", port }, "other"), /other cannot listen .* in use/);
  });
});

/** A server begins as one thread and has three when it has more connections; all of them are served. */
async function outgrowsOneThread(t: TestContext, how: StartOptions): Promise<void> {
  const large = sharedBytes(300_000).fill("x");
  const answer = async (call: GrpcCall) => {
    for await (const message of call.messages) await call.send([large, message], { timeout: 10_000 });
  };
  const { server, connect } = await start(t, answer, how);
  const calls: ReturnType<GrpcClient["call"]>[] = [];
  const talk = async (count: number) => {
    for (let i = 0; i < count; i++) calls.push(connect().call(path));
    for (const [i, call] of calls.entries()) {
      call.send(Buffer.from(`${i}`));
      const answer = await call.next();
      assert.equal(answer?.subarray(300_000).toString(), String(i));
      assert.equal(answer?.subarray(0, 300_000).equals(large), true);
    }
  };
  await talk(2);
  assert.equal(server.threadCount, 1);
  await talk(30);
  assert.equal(server.threadCount, 3);
  assert.equal(server.callCount, 32);
  for (const { stream } of calls) stream.end();
  for (const { ended } of calls) assert.equal((await ended).code, 0);
  while (server.callCount > 0) await setImmediate();
}
