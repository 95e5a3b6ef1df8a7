import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { freePorts } from "../base/free-ports.ts";
import { createAuthority } from "../pki/index.ts";
import { Carrier } from "./carrier/carrier.ts";
import type { GrpcCall } from "./grpc-call.ts";
import { GrpcServer, type GrpcServerOptions } from "./grpc-server.ts";
import type { GrpcHandler } from "./handle-call.ts";
import { echo } from "./testing/echo.ts";
import { GrpcClient } from "./testing/grpc-client.ts";

const { privateKey: key, certificate: cert } = createAuthority(systemClock);

/** The servers that there are. */
const servers = {
  "a gRPC server": (options: GrpcServerOptions) => new GrpcServer(options),
  "a gRPC server with TLS": (options: GrpcServerOptions) => new GrpcServer({ tls: { key, cert }, ...options }),
  "a gRPC server with TLS in a thread of its own": ({ limits = {}, ...options }: GrpcServerOptions) =>
    inThread(new Carrier({ tls: { key, cert }, limits, paths: [...options.methods.keys()] }, options)),
} as const;

function inThread(carrier: Carrier): Pick<GrpcServer, "listen" | "close" | "callCount"> {
  return {
    get callCount() {
      return carrier.callCount;
    },
    listen: async ({ host }, what) => {
      const [port = 0] = await freePorts(1);
      await carrier.listen({ host, port }, what);
      return `${host}:${port}`;
    },
    close: (grace) => carrier.close(grace),
  };
}

type ServerName = keyof typeof servers;

async function start(name: ServerName, t: TestContext, handler: GrpcHandler, options: Partial<GrpcServerOptions> = {}) {
  const server = servers[name]({ methods: new Map([["/test.Echo/Talk", handler]]), ...options });
  const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
  const scheme = name === "a gRPC server" ? "http" : "https";
  const client = new GrpcClient(`${scheme}://${address}`, { rejectUnauthorized: false });
  t.after(async () => {
    await client.close();
    await server.close(100);
  });
  return { server, client, address, call: (headers = {}) => client.call("/test.Echo/Talk", headers) };
}

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

for (const name of Object.keys(servers) as ServerName[]) {
  describe(name, { timeout: 20_000 }, () => {
    test("talks in both directions and ends well when the client has ended", async (t) => {
      const { call } = await start(name, t, echo);
      const one = call();
      one.send(Buffer.from("first"));
      assert.equal(text(await one.next()), "first");
      one.send(Buffer.from("second"));
      assert.equal(text(await one.next()), "second");
      one.stream.end();
      assert.equal(await one.next(), undefined);
      assert.deepEqual(await one.ended, { code: 0, message: "" });
    });

    test("puts messages together that arrive in pieces, and takes apart those that arrive together", async (t) => {
      const { call } = await start(name, t, echo);
      const one = call();
      const frames = Buffer.concat(
        ["a", "bb", "ccc"].map((word) => Buffer.from([0, 0, 0, 0, word.length, ...Buffer.from(word)])),
      );
      for (const byte of frames.subarray(0, 9)) one.stream.write(Buffer.from([byte]));
      one.stream.write(frames.subarray(9));
      assert.deepEqual([text(await one.next()), text(await one.next()), text(await one.next())], ["a", "bb", "ccc"]);
    });

    test("ends a call with the status of its error, and keeps a bug's message to itself", async (t) => {
      const bugs: unknown[] = [];
      const handler = async ({ messages }: GrpcCall) => {
        const { value } = await messages.next();
        throw text(value) === "bug" ? new TypeError("secret") : new FairwayError("Unauthorized", "who are you? ö%");
      };
      const { call } = await start(name, t, handler, { report: (error) => bugs.push(error) });
      const asked = call();
      asked.send(Buffer.from("x"));
      assert.deepEqual(await asked.ended, { code: 16, message: "who are you? ö%" });
      const broken = call();
      broken.send(Buffer.from("bug"));
      assert.deepEqual(await broken.ended, { code: 13, message: "internal error" });
      assert.equal(bugs.length, 1);
    });

    test("refuses what is not gRPC, unknown methods, compressed and too large messages", async (t) => {
      const { client, call } = await start(name, t, echo, { limits: { maxMessageBytes: 10 } });
      assert.equal((await client.call("/test.Echo/Sing").ended).code, 12);
      const large = call();
      large.send(Buffer.alloc(11));
      assert.deepEqual(await large.ended, { code: 8, message: "a message has 11 bytes: at most 10 are taken" });
      const compressed = call();
      compressed.stream.write(Buffer.from([1, 0, 0, 0, 1, 7]));
      assert.equal((await compressed.ended).code, 12);
      const cut = call();
      cut.stream.end(Buffer.from([0, 0, 0, 0, 9, 1]));
      assert.equal((await cut.ended).code, 3);
      const statusOf = (headers: { readonly [name: string]: string }) =>
        new Promise((resolve) => {
          const page = client.session.request({ ":path": "/", ":method": "POST", ...headers });
          page.on("response", (answer) => resolve(answer[":status"]));
        });
      assert.equal(await statusOf({ "content-type": "text/html" }), 415);
      assert.equal(await statusOf({ "content-type": "application/grpc", ":method": "GET" }), 405);
    });

    test("ends a call whose deadline has passed", async (t) => {
      const { call } = await start(name, t, echo);
      assert.equal((await call({ "grpc-timeout": "20m" }).ended).code, 4);
    });

    test("waits for a client that does not read, without holding more than what is being sent", async (t) => {
      const shared = Buffer.alloc(8 * 1024 * 1024, "x");
      let sent = 0;
      const handler = async (call: GrpcCall) => {
        for (let i = 0; i < 4; i++) {
          await call.send([shared, Buffer.from(String(i))]);
          sent += 1;
        }
      };
      const { call } = await start(name, t, handler);
      const one = call();
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(sent, 0);
      for (let i = 0; i < 4; i++) {
        const message = await one.next();
        assert.equal(message?.length, shared.length + 1);
        assert.equal(message?.at(-1), 48 + i);
      }
      assert.equal((await one.ended).code, 0);
      assert.equal(sent, 4);
    });

    test("tells a handler when the client is gone", async (t) => {
      const seen = Promise.withResolvers<void>();
      const { call, server } = await start(name, t, async ({ closed }) => {
        await new Promise<void>((resolve) => closed.addEventListener("abort", () => resolve()));
        seen.resolve();
      });
      const one = call();
      one.send(Buffer.from("x"));
      setTimeout(() => one.stream.close(), 20);
      await seen.promise;
      assert.equal(server.callCount, 0);
    });

    test("sends calls away when it closes, with a status that makes clients try elsewhere", async (t) => {
      const { call, server, client } = await start(name, t, echo);
      const one = call();
      one.send(Buffer.from("x"));
      await one.next();
      const away = new Promise((resolve) => client.session.on("goaway", (code) => resolve(code)));
      await server.close(1000);
      assert.equal(await away, 0);
      assert.deepEqual(await one.ended, { code: 14, message: "the server is stopping" });
    });

    test("lets a client that reads late read all that was sent, and close the connection itself", async (t) => {
      const count = 20;
      const { call, server, client } = await start(name, t, async (call) => {
        for (let i = 0; i < count; i++) void call.send([Buffer.alloc(1000, "x"), Buffer.from(`${i}`)]);
        await new Promise((resolve) => call.closed.addEventListener("abort", resolve, { once: true }));
      });
      const one = call();
      one.stream.end();
      await one.next();
      const log: string[] = [];
      client.session.once("goaway", () => log.push("told to go"));
      client.session.socket.on("finish", () => log.push("the client ends"));
      client.session.socket.on("end", () => log.push("the server ends"));
      one.stream.on("trailers", () => log.push("status"));
      const status = once(one.stream, "trailers");
      const gone = once(client.session, "close");
      const closed = server.close(20_000);
      await status;
      while (server.callCount > 0) await setImmediate();
      for (let i = 1; i < count; i++) assert.equal(String((await one.next())?.subarray(1000)), String(i));
      assert.equal(await one.next(), undefined);
      await Promise.all([closed, gone]);
      assert.deepEqual(log, ["told to go", "status", "the client ends", "the server ends"]);
    });
  });
}

describe("a connection to a gRPC server", { timeout: 20_000 }, () => {
  test("does not wait longer for a client that never says what it wants", async (t) => {
    for (const name of Object.keys(servers) as ServerName[]) {
      const { server, address } = await start(name, t, echo);
      const silent = connect(Number(address.split(":")[1]), "127.0.0.1");
      silent.on("error", () => undefined);
      await once(silent, "connect");
      const closed = new Promise((resolve) => silent.on("close", resolve));
      silent.resume();
      await server.close(50);
      await closed;
    }
  });

  test("is told to go if it was about to begin when the server closes", async (t) => {
    const connected = Promise.withResolvers<number>();
    const server = new GrpcServer({ methods: new Map(), tls: { key, cert }, connected: connected.resolve });
    const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
    const raw = connect(Number(address.split(":")[1]), "127.0.0.1");
    await connected.promise;
    const closed = server.close(60_000);
    const socket = connectTls({ socket: raw, ALPNProtocols: ["h2"], rejectUnauthorized: false });
    const client = new GrpcClient(`https://${address}`, { createConnection: () => socket });
    t.after(() => client.close());
    const [code] = await once(client.session, "goaway");
    assert.equal(code, 0);
    await closed;
  });

  test("of a client that does not speak HTTP/2 is answered by a sentence", async (t) => {
    const { address } = await start("a gRPC server with TLS", t, echo);
    const socket = connectTls({ port: Number(address.split(":")[1]), host: "127.0.0.1", rejectUnauthorized: false });
    const answer = await socket.setEncoding("utf8").toArray();
    assert.match(answer.join(""), /^HTTP\/1.1 505 .*only HTTP\/2 is spoken here/s);
  });

  test("chooses the cipher that costs least", async (t) => {
    const { address } = await start("a gRPC server with TLS", t, echo);
    const port = Number(address.split(":")[1]);
    const socket = connectTls({ port, host: "127.0.0.1", ALPNProtocols: ["h2"], rejectUnauthorized: false });
    t.after(() => socket.destroy());
    await once(socket, "secureConnect");
    assert.equal(socket.getCipher().name, "TLS_AES_128_GCM_SHA256");
  });

  test("cuts off a connection that does not answer, and keeps one that does", async (t) => {
    const { client, address } = await start("a gRPC server", t, echo, {
      limits: { pingInterval: 20, pingTimeout: 50 },
    });
    const silent = connect(Number(address.split(":")[1]), "127.0.0.1");
    silent.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    // Its settings, and that it has read the server's.
    silent.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0]));
    silent.resume();
    await once(silent, "close");
    assert.equal(client.session.destroyed, false);
  });
});
