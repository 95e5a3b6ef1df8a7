import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { grpcCodes } from "../../src/grpc/index.ts";
import { echo } from "../../src/grpc/testing/echo.ts";
import { type Payload, receivedOf } from "../peers/grpc-peer.ts";
import { eventually } from "../tools/eventually.ts";
import { type ContractClient, contractClients, pathOf, serve, skipReasonOf } from "./contract-clients.ts";

const talk = pathOf("Talk");

/** Around the edges of frames and windows, and more than any window. */
const sizes = [0, 1, 5, 16_379, 16_384, 65_535, 65_536, 1_048_577, 20_000_000];
const megabyte: Payload = { text: "0123456789abcdef", times: 65_536 };

for (const [name, start] of Object.entries(contractClients)) {
  describe(`messages to and from ${name}`, { skip: skipReasonOf(name), timeout: 120_000 }, () => {
    let client: ContractClient;
    before(async () => {
      client = await start();
    });
    after(() => client?.stop());

    test("one each way, and then many", async (t) => {
      const { channel } = await serve(t, client, { Talk: echo });
      const one = await channel.unary(talk, { text: "hö" });
      assert.deepEqual([one.code, one.message, one.received?.text], [grpcCodes.ok, "", "hö"]);
      const call = await channel.open(talk);
      for (const text of ["first", "", "third"]) {
        await call.send({ text });
        assert.deepEqual(await call.receive(), receivedOf({ text }));
      }
      await call.end();
      assert.equal(await call.receive(), null);
      assert.equal((await call.finish()).code, grpcCodes.ok);
    });

    test("arrive whole at any size, from nothing to more than any window", async (t) => {
      const limits = { maxMessageBytes: sizes.at(-1) ?? 0 };
      const { channel } = await serve(t, client, { Talk: echo }, { limits, channel: { maxReceiveBytes: 1 << 30 } });
      const call = await channel.open(talk);
      for (const times of sizes) {
        const payload = { text: "x", times };
        const sent = call.send(payload);
        assert.deepEqual(await call.receive(), receivedOf(payload));
        assert.equal(await sent, true);
      }
      await call.end();
      assert.equal((await call.finish()).code, grpcCodes.ok);
    });

    test("are refused with RESOURCE_EXHAUSTED if too large, and the connection goes on", async (t) => {
      const limits = { maxMessageBytes: 1000 };
      const { channel, server } = await serve(t, client, { Talk: echo }, { limits });
      const neighbour = await channel.open(talk);
      for (const times of [1001, 5_000_000]) {
        const { code, message } = await channel.unary(talk, { text: "x", times });
        assert.equal(code, grpcCodes.resourceExhausted);
        assert.equal(message, `a message has ${times} bytes: at most 1000 are taken`);
      }
      assert.equal((await channel.unary(talk, { text: "x", times: 1000 })).received?.bytes, 1000);
      await neighbour.send({ text: "still here" });
      assert.equal((await neighbour.receive())?.text, "still here");
      await eventually(async () => server.callCount === 1);
    });

    test("that are compressed are refused as the specification says, and the client is told what is taken", async (t) => {
      const { channel } = await serve(t, client, { Talk: echo }, { channel: { gzip: true } });
      const { code, message, headers } = await channel.unary(talk, { text: "x", times: 10_000 });
      assert.equal(code, grpcCodes.unimplemented);
      assert.match(message, /gzip/);
      // Node's client keeps the header to itself and obeys it.
      const told = headers?.["grpc-accept-encoding"] ?? [
        (await channel.unary(talk, { text: "identity" })).received?.text,
      ];
      assert.deepEqual(told, ["identity"]);
    });

    test("wait for a client that stops reading, and its neighbours do not", async (t) => {
      const count = 64;
      let sent = 0;
      const { channel } = await serve(t, client, {
        Talk: echo,
        Flood: async (call) => {
          const message = Buffer.from(megabyte.text.repeat(megabyte.times ?? 1));
          for (; sent < count; sent++) await call.send([message]);
        },
      });
      const flood = await channel.open(pathOf("Flood"));
      await flood.end();
      assert.deepEqual(await flood.receive(), receivedOf(megabyte));
      // All of these cross the same connection while nobody reads the flood.
      for (let i = 0; i < 100; i++) {
        const { received } = await channel.unary(talk, { text: "y", times: 10_000 });
        assert.equal(received?.bytes, 10_000);
      }
      assert.ok(sent < count, `${sent} MiB went out to a client that read one`);
      for (let i = 1; i < count; i++) assert.deepEqual(await flood.receive(), receivedOf(megabyte));
      assert.equal((await flood.finish()).code, grpcCodes.ok);
      assert.equal(sent, count);
    });

    test("wait at the client for a handler that does not read", async (t) => {
      const count = 64;
      const gate = Promise.withResolvers<void>();
      let read = 0;
      const { channel } = await serve(t, client, {
        Talk: echo,
        Slow: async (call) => {
          await gate.promise;
          for await (const message of call.messages) read += message.length;
          await call.send([Buffer.from(String(read))]);
        },
      });
      const call = await channel.open(pathOf("Slow"));
      let taken = 0;
      const sending = (async () => {
        for (; taken < count; taken++) assert.equal(await call.send(megabyte), true);
      })();
      for (let i = 0; i < 100; i++) assert.equal((await channel.unary(talk, { text: "y" })).received?.text, "y");
      const limit = name === "a client behind Envoy" ? count : 20;
      assert.ok(taken < limit, `the client was rid of ${taken} MiB that nobody read`);
      gate.resolve();
      await sending;
      await call.end();
      assert.equal((await call.receive())?.text, String(count * 1024 * 1024));
    });

    test("of a thousand calls at once share a connection", async (t) => {
      const peers = new Set<string>();
      const { channel, server } = await serve(t, client, {
        Talk: (call) => {
          peers.add(call.peer.address);
          return echo(call);
        },
      });
      const calls = await Promise.all(Array.from({ length: 1000 }, () => channel.open(talk)));
      await Promise.all(calls.map((call, i) => call.send({ text: String(i) })));
      const answers = await Promise.all(calls.map((call) => call.receive()));
      assert.deepEqual(
        answers.map((answer) => answer?.text),
        calls.map((_, i) => String(i)),
      );
      assert.equal(server.callCount, 1000);
      assert.equal(peers.size, 1);
      await Promise.all(calls.map((call) => call.end()));
      const endings = await Promise.all(calls.map((call) => call.finish()));
      assert.ok(endings.every(({ code }) => code === grpcCodes.ok));
    });

    test("of more calls than the server takes at once wait for their turn", async (t) => {
      const { channel, server } = await serve(t, client, { Talk: echo }, { limits: { maxStreams: 4 } });
      // The limit is known once the connection is there.
      await channel.unary(talk, { text: "x" });
      const calls = await Promise.all(Array.from({ length: 20 }, () => channel.unary(talk, { text: "x" })));
      assert.deepEqual(new Set(calls.map(({ code }) => code)), new Set([grpcCodes.ok]));
      await eventually(async () => server.callCount === 0);
    });
  });
}
