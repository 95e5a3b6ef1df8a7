import assert from "node:assert/strict";
import { grpcCodes } from "../../src/grpc/index.ts";
import { type Attack, endOf, type RawArena } from "./arena.ts";
import {
  callHeaders,
  frame,
  frameFlags,
  frameTypes,
  grpcMessage,
  headerBlock,
  preface,
  type RawConnection,
} from "./raw-connection.ts";
import { adsPaths, validRequest } from "./requests.ts";

const settings = frame(frameTypes.settings, frameFlags.none, 0);
const { endHeaders } = frameFlags;
const asked = callHeaders(adsPaths.sotw);

/** Says as much as the server takes, in turns, so that the server can answer in between. */
async function flood(connection: RawConnection, turns: number, part: (turn: number) => Buffer): Promise<void> {
  for (let turn = 0; turn < turns && connection.write(part(turn)); turn++) {
    if (connection.socket.writableNeedDrain) await Promise.race([connection.drained(), connection.closed]);
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

const repeat = (count: number, make: (i: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, i) => make(i)));

/** Streams of a client have odd numbers. */
const streamOf = (i: number) => 2 * i + 1;

/** Connections that break the rules of HTTP/2, or are none of it, whatever is served on it. */
export const rawAttacks: readonly Attack<RawArena>[] = [
  {
    name: "not HTTP/2",
    share: 10,
    async run(arena) {
      const { random } = arena;
      const connection = await arena.raw();
      const noise = Buffer.from(Array.from({ length: 64 + random.below(500) }, () => random.below(256)));
      const hello = Buffer.from("16030100c8010000c40303", "hex");
      connection.write(random.pick([Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), noise, hello]), noise);
      await connection.closed;
    },
  },
  {
    name: "frames of noise",
    share: 20,
    async run(arena) {
      const { random } = arena;
      const connection = await arena.raw();
      connection.write(preface, settings);
      const noise = () => {
        const payload = Buffer.from(Array.from({ length: random.below(60) }, () => random.below(256)));
        return frame(random.below(12), random.below(256), random.below(8), payload);
      };
      connection.write(repeat(20, noise));
      // Frames of types that nobody knows are to be passed over: the last one is wrong for certain.
      connection.write(frame(frameTypes.data, 0, 0, Buffer.alloc(1)));
      await connection.closed;
    },
  },
  {
    name: "a call and the end of its connection at once",
    share: 10,
    async run(arena) {
      const { random } = arena;
      const connection = await arena.raw();
      const contentType = random.pick(["application/grpc", "text/html"]);
      const call = frame(frameTypes.headers, endHeaders, 1, callHeaders(adsPaths.sotw, contentType));
      const reset = frame(frameTypes.reset, 0, 1, Buffer.from([0, 0, 0, 8]));
      const wrong = frame(frameTypes.data, 0, 0, Buffer.alloc(1));
      connection.write(preface, settings, call, random.chance(0.5) ? reset : Buffer.alloc(0), wrong);
      if (random.chance(0.3)) connection.destroy();
      await connection.closed;
    },
  },
  {
    name: "calls that are reset at once",
    share: 1,
    async run(arena) {
      const connection = await arena.raw();
      connection.write(preface, settings);
      const rapid = (i: number) =>
        Buffer.concat([
          frame(frameTypes.headers, endHeaders, streamOf(i), asked),
          frame(frameTypes.reset, 0, streamOf(i), Buffer.from([0, 0, 0, 8])),
        ]);
      await flood(connection, 200, (turn) => repeat(50, (i) => rapid(50 * turn + i)));
      await connection.closed;
    },
  },
  {
    name: "a flood of settings or pings",
    share: 1,
    async run(arena) {
      const connection = await arena.raw();
      connection.write(preface, settings);
      // Its answers are not read, so that they would pile up.
      connection.socket.pause();
      const one = arena.random.chance(0.5) ? settings : frame(frameTypes.ping, 0, 0, Buffer.alloc(8));
      const many = repeat(500, () => one);
      await flood(connection, 200, () => many);
      connection.destroy();
      await connection.closed;
    },
  },
  {
    name: "headers without end",
    share: 2,
    async run(arena) {
      const connection = await arena.raw();
      connection.write(preface, settings, frame(frameTypes.headers, 0, 1, asked));
      const more = headerBlock([["x", "y".repeat(1000)]]);
      await flood(connection, 500, () => frame(frameTypes.continuation, 0, 1, more));
      await connection.closed;
    },
  },
  {
    name: "empty frames",
    share: 1,
    async run(arena) {
      const connection = await arena.raw();
      connection.write(preface, settings, frame(frameTypes.headers, endHeaders, 1, asked));
      const many = repeat(500, () => frame(frameTypes.data, 0, 1));
      await flood(connection, 100, () => many);
      await connection.closed;
    },
  },
  {
    name: "more than the window takes",
    share: 1,
    async run(arena) {
      const connection = await arena.raw();
      connection.write(preface, settings, frame(frameTypes.headers, endHeaders, 1, asked));
      connection.write(frame(frameTypes.data, 0, 1, grpcMessage(Buffer.alloc(0), 4_000_000)));
      const window = frame(frameTypes.windowUpdate, 0, 1, Buffer.from([0x7f, 0xff, 0xff, 0xff]));
      connection.write(window, window);
      connection.write(frame(frameTypes.data, 0, 0, Buffer.alloc(1)));
      await connection.closed;
    },
  },
  {
    name: "connections that come and go",
    share: 10,
    async run(arena) {
      const { random } = arena;
      for (let i = 0; i < 5; i++) {
        const connection = await arena.raw();
        const begun = Buffer.concat([
          preface,
          settings,
          frame(frameTypes.headers, endHeaders, 1, asked),
          frame(frameTypes.data, 0, 1, grpcMessage(validRequest("sotw", random))),
        ]);
        connection.write(begun.subarray(0, random.below(begun.length + 1)));
        if (random.chance(0.5)) await new Promise((resolve) => setImmediate(resolve));
        connection.destroy();
        await connection.closed;
      }
    },
  },
];

/** The same, and calls that are no calls. */
export const connectionAttacks: readonly Attack[] = [
  ...rawAttacks,
  {
    name: "large headers",
    share: 4,
    async run(arena) {
      const { random } = arena;
      const [count, length] = random.pick([[40, 1000] as const, [300, 0] as const]);
      const headers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, "y".repeat(length)]));
      const { stream, ended } = await arena.call(adsPaths.delta, headers);
      let status: number | undefined;
      stream.on("response", (answer) => {
        status = answer[":status"];
      });
      stream.resume();
      await ended;
      // Of too many nothing is read: there is no answer, and the stream is reset.
      assert.ok(status === 431 || status === undefined, `answered with ${status}`);
    },
  },
  {
    name: "a call that is none of gRPC",
    share: 10,
    async run(arena) {
      const { random } = arena;
      if (random.chance(0.3)) {
        const call = await arena.call(random.pick(["/", "/x", "/envoy.x/Y", `/${"x".repeat(5000)}`]));
        await endOf(call, [grpcCodes.unimplemented]);
        return;
      }
      const isGet = random.chance(0.5);
      const headers = isGet
        ? { ":method": "GET" }
        : { "content-type": random.pick(["text/html", "application/json", ""]) };
      const { stream } = await arena.call(adsPaths.sotw, headers);
      const status = await new Promise((resolve) => stream.on("response", (answer) => resolve(answer[":status"])));
      assert.equal(status, isGet ? 405 : 415);
      stream.close();
    },
  },
];
