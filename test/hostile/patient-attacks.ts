import assert from "node:assert/strict";
import { xdsTypes } from "../../src/deliver/index.ts";
import { grpcCodes } from "../../src/grpc/index.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import type { Target } from "./arena.ts";
import {
  callHeaders,
  connectRaw,
  connectRawTls,
  frame,
  frameFlags,
  frameTypes,
  grpcMessage,
  preface,
} from "./raw-connection.ts";
import { adsPaths, ask, nodeOf } from "./requests.ts";

/** Attacks that only wait. Each ends when the server has lost its patience. */
export const patientAttacks: { readonly [name: string]: (target: Target) => Promise<void> } = {
  "a connection on which nothing is said": async ({ plain }) => (await connectRaw(plain)).closed,

  "a connection on which nothing is said, where TLS is wanted": async ({ tls }) => (await connectRaw(tls)).closed,

  "TLS on which nothing is said": async ({ tls }) => (await connectRawTls(tls)).closed,

  "noise where TLS is wanted": async ({ tls }) => {
    const connection = await connectRaw(tls);
    connection.write(Buffer.alloc(500, 7));
    await connection.closed;
  },

  "TLS without HTTP/2": async ({ tls }) => {
    const connection = await connectRawTls(tls, ["http/1.1"]);
    connection.write(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
    await connection.closed;
  },

  "the first words of HTTP/2 and no more": async ({ plain }) => {
    const connection = await connectRaw(plain);
    connection.write(preface);
    await connection.closed;
  },

  "a call without a message": async ({ plain }) => {
    await withCall(plain, async (call) => {
      const { code, message } = await call.ended;
      assert.deepEqual([code, message], [grpcCodes.deadlineExceeded, "no message came in time"]);
    });
  },

  "a message without an end": async ({ plain }) => {
    await withCall(plain, async (call) => {
      call.stream.write(grpcMessage(Buffer.from("x"), 1000));
      const trickle = setInterval(() => call.stream.writable && call.stream.write(Buffer.from("x")), 100);
      const { code } = await call.ended.finally(() => clearInterval(trickle));
      assert.equal(code, grpcCodes.deadlineExceeded);
    });
  },

  "a client that does not read": async ({ plain }) => {
    const connection = await connectRaw(plain);
    const noWindow = Buffer.from([0, 4, 0, 0, 0, 0]);
    connection.write(
      preface,
      frame(frameTypes.settings, 0, 0, noWindow),
      frame(frameTypes.settings, frameFlags.ack, 0),
      frame(frameTypes.headers, frameFlags.endHeaders, 1, callHeaders(adsPaths.sotw)),
      frame(frameTypes.data, 0, 1, grpcMessage(ask("sotw", xdsTypes.cluster, [], { node: nodeOf(1) }))),
    );
    await connection.answer(frameTypes.reset);
    assert.ok(
      connection.frames().some(({ type, stream }) => type === frameTypes.reset && stream === 1),
      "the stream was not reset",
    );
    connection.destroy();
  },

  "no certificate": async ({ tls }) => {
    const client = new GrpcClient(`https://${tls}`, { rejectUnauthorized: false });
    const call = client.call(adsPaths.delta);
    call.send(ask("delta", xdsTypes.cluster, [], { node: nodeOf(1) }));
    const { code, message } = await call.ended;
    assert.equal(code, grpcCodes.unauthenticated);
    assert.match(message, /client certificate/);
    await client.close();
  },
};

async function withCall(address: string, use: (call: ClientCall) => Promise<void>): Promise<void> {
  const client = new GrpcClient(`http://${address}`);
  try {
    await use(client.call(adsPaths.sotw));
  } finally {
    await client.close();
  }
}
