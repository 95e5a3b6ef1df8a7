import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { systemClock } from "../../base/clock.ts";
import { sharedBytes } from "../../base/shared-bytes.ts";
import { createAuthority } from "../../pki/index.ts";
import type { GrpcCall } from "../grpc-call.ts";
import { GrpcClient } from "../testing/grpc-client.ts";
import { ThreadedServer } from "./threaded-server.ts";

const { privateKey: key, certificate: cert } = createAuthority(systemClock);
const path = "/test.Shout/Talk";

async function start(t: TestContext, handler: (call: GrpcCall) => Promise<void>) {
  const server = new ThreadedServer({ methods: new Map([[path, handler]]), tls: { key, cert }, threads: 3, alone: 2 });
  const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
  const connect = () => {
    const client = new GrpcClient(`https://${address}`, { rejectUnauthorized: false });
    t.after(() => client.close());
    return client;
  };
  t.after(() => server.close(100));
  return { server, address, connect };
}

suite("a server whose connections are shared by threads", { timeout: 30_000 }, () => {
  test("is one thread until there are more connections than it likes, and serves all of them", async (t) => {
    const large = sharedBytes(300_000).fill("x");
    const { server, connect } = await start(t, async (call) => {
      for await (const message of call.messages) await call.send([large, message], { timeout: 10_000 });
    });
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
    while (server.callCount > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  test("refuses an address that somebody else has, though threads could share it", async (t) => {
    const { address } = await start(t, async () => undefined);
    const other = new ThreadedServer({ methods: new Map(), tls: { key, cert }, threads: 2 });
    const port = Number(address.split(":")[1]);
    await assert.rejects(other.listen({ host: "127.0.0.1", port }, "other"), /other cannot listen .* in use/);
  });
});
