import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { type GrpcCall, GrpcServer, grpcCodes } from "../../src/grpc/index.ts";
import { echo } from "../../src/grpc/testing/echo.ts";
import { GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { issueWorkloadCertificate, loadAuthority, loadServerCertificate } from "../../src/pki/index.ts";
import { startEnvoyFront } from "../peers/envoy-front.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { startRelay } from "../tools/relay.ts";
import {
  type ContractClient,
  contractClients,
  directClients,
  pathOf,
  serve,
  skipReasonOf,
} from "./contract-clients.ts";

const talk = pathOf("Talk");
/** How the frame of a ping of HTTP/2 begins: eight bytes, of the type 6. */
const pingHead = "00000806";
const identity = "spiffe://cluster.local/ns/app/sa/caller";

const floodCount = 20;
const flood = async (call: GrpcCall) => {
  // Nobody waits for these, so that they are still under way when the server stops.
  for (let i = 0; i < floodCount; i++) void call.send([Buffer.alloc(100_000, "x"), Buffer.from(String(i))]);
  await new Promise((resolve) => call.closed.addEventListener("abort", resolve, { once: true }));
};

for (const [name, start] of Object.entries(contractClients)) {
  describe(`a server that stops under ${name}`, { skip: skipReasonOf(name), timeout: 60_000 }, () => {
    let client: ContractClient;
    before(async () => {
      client = await start();
    });
    after(() => client?.stop());

    test("ends calls after all that was sent, and the next one takes over", async (t) => {
      const { server, channel, address } = await serve(t, client, { Talk: echo, Flood: flood });
      const calls = await Promise.all(Array.from({ length: 5 }, () => channel.open(pathOf("Flood"))));
      // Envoy drops what it still holds for a client that has not ended its own side.
      if (name === "a client behind Envoy") await Promise.all(calls.map((call) => call.end()));
      await Promise.all(calls.map((call) => call.receive()));
      const stopped = server.close(20_000);
      for (const call of calls) {
        for (let i = 1; i < floodCount; i++) {
          const message = await call.receive();
          // Node's client tells of an error as soon as that comes, and drops what has come before and was not read.
          if (message === null && name !== "Go's client") break;
          assert.equal(message?.bytes, 100_000 + String(i).length);
        }
        const { code, message } = await call.finish();
        assert.deepEqual([code, message], [grpcCodes.unavailable, "the server is stopping"]);
      }
      await stopped;
      const next = new GrpcServer({ methods: new Map([[talk, echo]]) });
      t.after(() => next.close(1000));
      await next.listen({ host: "127.0.0.1", port: Number(address.split(":")[1]) }, "test");
      const { code, received } = await channel.unary(
        talk,
        { text: "again" },
        { waitForReady: true, deadlineMs: 20_000 },
      );
      assert.deepEqual([code, received?.text], [grpcCodes.ok, "again"]);
    });
  });
}

describe("a server that stops under Envoy", { timeout: 60_000 }, () => {
  test("has sent all that Envoy's client reads, however late that is", async (t) => {
    const envoy = await startEnvoyFront();
    t.after(() => envoy.stop());
    const server = new GrpcServer({ methods: new Map([[talk, flood]]) });
    await server.listen({ host: "127.0.0.1", port: envoy.upstreamPort }, "test");
    const client = new GrpcClient(`http://${envoy.address}`);
    t.after(() => client.close());
    const calls = Array.from({ length: 5 }, () => client.call(talk));
    for (const { stream } of calls) stream.end();
    for (const call of calls) await call.next();
    await server.close(20_000);
    for (const call of calls) {
      for (let i = 1; i < floodCount; i++) assert.equal((await call.next())?.length, 100_000 + String(i).length);
      assert.equal(await call.next(), undefined);
      assert.deepEqual(await call.ended, { code: grpcCodes.unavailable, message: "the server is stopping" });
    }
  });
});

for (const [name, start] of Object.entries(directClients)) {
  describe(`a connection of ${name}`, { skip: skipReasonOf(name), timeout: 60_000, concurrency: true }, () => {
    let client: ContractClient;
    before(async () => {
      client = await start();
    });
    after(() => client?.stop());

    test("stays for a client that pings, while it has nothing else to say", async (t) => {
      const { address } = await serve(t, client, { Talk: echo });
      // Go's client pings no more often than that, and it is not the only reason it has to ping.
      const [keepaliveMs, wanted, content] = name === "Go's client" ? [10_000, 1, "00".repeat(8)] : [10, 20, ""];
      const ping = Buffer.from(`${pingHead}00${"00".repeat(4)}${content}`, "hex");
      const answer = Buffer.from(`${pingHead}01${"00".repeat(4)}${content}`, "hex");
      const pings = { there: 0, back: 0 };
      const relay = await startRelay(Number(address.split(":")[1]), (way, bytes) => {
        if (bytes.includes(way === "there" ? ping : answer)) pings[way] += 1;
      });
      t.after(() => relay.close());
      const channel = await client.peer.connect(client.target(relay.address), {
        keepaliveMs,
        keepaliveTimeoutMs: 5000,
      });
      t.after(() => channel.close());
      const call = await channel.open(talk);
      await call.send({ text: "before" });
      assert.equal((await call.receive())?.text, "before");
      await eventually(async () => pings.there >= wanted && pings.back >= wanted, 30_000);
      await call.send({ text: "after" });
      assert.equal((await call.receive())?.text, "after");
    });

    test("that has died without a word is let go, and the client comes back", async (t) => {
      const limits = { pingInterval: 50, pingTimeout: 2000 };
      const server = new GrpcServer({ methods: new Map([[talk, echo]]), limits });
      t.after(() => server.close(1000));
      const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
      const relay = await startRelay(Number(address.split(":")[1]));
      t.after(() => relay.close());
      const channel = await client.peer.connect(client.target(relay.address));
      t.after(() => channel.close());
      const call = await channel.open(talk);
      await call.send({ text: "x" });
      assert.equal((await call.receive())?.text, "x");
      assert.equal(server.callCount, 1);
      relay.fallSilent();
      await eventually(async () => server.callCount === 0);
      relay.recover();
      assert.equal((await call.finish()).code, grpcCodes.unavailable);
      const { received } = await channel.unary(talk, { text: "back" }, { waitForReady: true, deadlineMs: 20_000 });
      assert.equal(received?.text, "back");
    });

    test("over TLS tells who the client is, if it can prove it", async (t) => {
      const { dir, remove } = scratch();
      t.after(remove);
      const authority = await loadAuthority(dir, systemClock);
      const pair = await loadServerCertificate(dir, "server", authority, ["fairway.test"], systemClock);
      const strangers = scratch();
      t.after(strangers.remove);
      const issuedBy = (signer: typeof authority) => issueWorkloadCertificate(signer, identity, 3_600_000, systemClock);
      const proof = issuedBy(authority);
      const forged = issuedBy(await loadAuthority(strangers.dir, systemClock));
      const tls = { key: pair.privateKey, cert: pair.certificate, ca: authority.certificate };
      const who = async (call: GrpcCall) => {
        await call.messages.next();
        await call.send([Buffer.from(JSON.stringify(call.peer.identities))]);
      };
      const trust = { ca: authority.certificate, serverName: "fairway.test" };
      const { address, channel } = await serve(t, client, { Who: who }, { tls, channel: { tls: trust } });
      const nobody = await channel.unary(pathOf("Who"), { text: "" });
      assert.deepEqual([nobody.code, nobody.received?.text], [grpcCodes.ok, "[]"]);
      for (const [given, seen] of [
        [proof, [identity]],
        [forged, []],
      ] as const) {
        const other = await client.peer.connect(client.target(address), { tls: { ...trust, ...given } });
        t.after(() => other.close());
        const { code, message, received } = await other.unary(pathOf("Who"), { text: "" });
        assert.deepEqual([code, message, received?.text], [grpcCodes.ok, "", JSON.stringify(seen)]);
      }
      const wrong = await client.peer.connect(client.target(address), { tls: { ...trust, serverName: "other.test" } });
      t.after(() => wrong.close());
      assert.equal((await wrong.unary(pathOf("Who"), { text: "" })).code, grpcCodes.unavailable);
    });
  });
}
