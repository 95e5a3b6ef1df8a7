import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { FairwayError } from "../../src/base/fault.ts";
import { type GrpcCall, grpcCodes } from "../../src/grpc/index.ts";
import { echo } from "../../src/grpc/testing/echo.ts";
import { eventually } from "../tools/eventually.ts";
import { type ContractClient, contractClients, pathOf, serve, skipReasonOf } from "./contract-clients.ts";

/** Resolves when the call's handler is told that it is over. */
function closed(call: GrpcCall): Promise<void> {
  if (call.closed.aborted) return Promise.resolve();
  return new Promise((resolve) => call.closed.addEventListener("abort", () => resolve(), { once: true }));
}

for (const [name, start] of Object.entries(contractClients)) {
  describe(`calls of ${name} end`, { skip: skipReasonOf(name), timeout: 60_000 }, () => {
    let client: ContractClient;
    before(async () => {
      client = await start();
    });
    after(() => client?.stop());

    test("with the status and the words of the handler, in any script", async (t) => {
      const words = "50 % of ‘größe’ is 大きさ/2 🚢\tand\na line";
      const { channel } = await serve(t, client, {
        Refuse: async () => {
          throw new FairwayError("Forbidden", words);
        },
        Late: async (call) => {
          await echo(call);
          throw new FairwayError("NotFound", words);
        },
      });
      const refused = await channel.unary(pathOf("Refuse"), { text: "x" });
      assert.deepEqual([refused.code, refused.message], [grpcCodes.permissionDenied, words]);
      const late = await channel.open(pathOf("Late"));
      await late.send({ text: "x" });
      await late.end();
      assert.equal((await late.receive())?.text, "x");
      const { code, message } = await late.finish();
      assert.deepEqual([code, message], [grpcCodes.notFound, words]);
    });

    test("with UNIMPLEMENTED where there is no such method", async (t) => {
      const { channel } = await serve(t, client, { Talk: echo });
      for (const method of [pathOf("Sing"), "/test.Nobody/Talk"]) {
        const { code, message } = await channel.unary(method, { text: "x" });
        assert.deepEqual([code, message], [grpcCodes.unimplemented, `there is no method ${method}`]);
      }
    });

    test("by their deadline, at both ends", async (t) => {
      const told = Promise.withResolvers<void>();
      const { channel, server } = await serve(t, client, {
        Wait: async (call) => {
          await closed(call);
          told.resolve();
        },
      });
      const { code } = await channel.unary(pathOf("Wait"), { text: "x" }, { deadlineMs: 100 });
      assert.equal(code, grpcCodes.deadlineExceeded);
      await told.promise;
      await eventually(async () => server.callCount === 0);
    });

    test("when the client cancels them, and the handler is told", async (t) => {
      const told = Promise.withResolvers<void>();
      const { channel, server } = await serve(t, client, {
        Wait: async (call) => {
          await call.send([Buffer.from("waiting")]);
          await closed(call);
          told.resolve();
        },
      });
      const call = await channel.open(pathOf("Wait"));
      assert.equal((await call.receive())?.text, "waiting");
      await call.cancel();
      assert.equal((await call.finish()).code, grpcCodes.cancelled);
      await told.promise;
      await eventually(async () => server.callCount === 0);
    });

    test("by the client that takes no message as large, and nothing of it stays", async (t) => {
      const { channel, server } = await serve(t, client, { Talk: echo }, { channel: { maxReceiveBytes: 1000 } });
      const { code } = await channel.unary(pathOf("Talk"), { text: "x", times: 2_000_000 });
      assert.equal(code, grpcCodes.resourceExhausted);
      await eventually(async () => server.callCount === 0);
    });

    test("well where the handler has heard enough, though the client has more to say", async (t) => {
      const { channel, server } = await serve(t, client, {
        First: async (call) => {
          const { value } = await call.messages.next();
          await call.send([value ?? Buffer.alloc(0)]);
        },
      });
      const call = await channel.open(pathOf("First"));
      await call.send({ text: "enough" });
      assert.equal((await call.receive())?.text, "enough");
      assert.equal((await call.finish()).code, grpcCodes.ok);
      await eventually(async () => server.callCount === 0);
    });

    test("with what the client said of them having reached the handler", async (t) => {
      const { channel } = await serve(t, client, {
        Headers: async (call) => {
          await call.messages.next();
          const { authorization, "x-note": note, "x-bytes-bin": bytes, "grpc-timeout": timeout } = call.headers;
          await call.send([Buffer.from(JSON.stringify({ authorization, note, bytes, timeout: typeof timeout }))]);
        },
      });
      const metadata = { authorization: "Bearer a.b.c", "x-note": "a, b; c=%20", "x-bytes-bin": "\u0000ö" };
      const { received } = await channel.unary(pathOf("Headers"), { text: "" }, { metadata, deadlineMs: 30_000 });
      const seen = JSON.parse(received?.text ?? "{}");
      assert.deepEqual(
        { ...seen, bytes: Buffer.from(seen.bytes, "base64").toString() },
        { authorization: "Bearer a.b.c", note: "a, b; c=%20", bytes: "\u0000ö", timeout: "string" },
      );
    });
  });
}
