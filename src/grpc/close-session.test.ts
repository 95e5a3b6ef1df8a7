import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { systemClock } from "../base/clock.ts";
import { createAuthority } from "../pki/index.ts";
import { closeSession } from "./close-session.ts";
import { defaultGrpcLimits } from "./grpc-limits.ts";
import { sessionServer } from "./session-server.ts";

const { privateKey: key, certificate: cert } = createAuthority(systemClock);

describe("a connection that is closed", { timeout: 20_000 }, () => {
  for (const tls of [undefined, { key, cert }]) {
    test(`is there until its client has read all${tls ? ", with TLS" : ""}`, async (t) => {
      const served = Promise.withResolvers<{ session: ServerHttp2Session; socket: Socket }>();
      const server = sessionServer(tls, defaultGrpcLimits, (session, socket) => {
        session.on("stream", (stream) => {
          stream.respond();
          stream.end(Buffer.alloc(50_000));
          served.resolve({ session, socket });
        });
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const client = connect(`${tls ? "https" : "http"}://127.0.0.1:${port}`, { rejectUnauthorized: false });
      t.after(() => client.destroy());
      const call = client.request();
      // Node reads and drops the answer of who does not listen.
      call.on("response", () => undefined);
      const { session, socket } = await served.promise;
      const log: string[] = [];
      client.once("goaway", () => log.push("the client is told to go"));
      socket.on("end", () => log.push("the client ends"));
      socket.on("finish", () => log.push("the server ends"));
      closeSession(session, socket);
      while (!session.destroyed) await setImmediate();
      const closed = once(server.close(), "close");
      let bytes = 0;
      call.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      await closed;
      assert.equal(bytes, 50_000);
      assert.deepEqual(log, ["the client is told to go", "the client ends", "the server ends"]);
    });
  }
});
