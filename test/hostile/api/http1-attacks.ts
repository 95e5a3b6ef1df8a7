import assert from "node:assert/strict";
import type { Attack } from "../arena.ts";
import type { ApiArena } from "./api-arena.ts";

const maps = "/api/v1/namespaces/default/configmaps";

/** Heads by which one server would see another request than the next. `{token}` is the administrator's. */
const smuggled = [
  `POST ${maps} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST ${maps} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`,
  `POST ${maps} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`,
  `POST ${maps} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `POST ${maps} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length : 4\r\n\r\nabcd`,
  `POST ${maps} HTTP/1.1\r\nHost: x\r\nContent-Length: -4\r\n\r\n`,
  `GET ${maps} HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n`,
  `GET ${maps} HTTP/1.1\nHost: x\n\n`,
  `GET ${maps} HTTP/9.9\r\nHost: x\r\n\r\n`,
  `GET  ${maps} HTTP/1.1\r\n\r\n`,
  `GET http://[::bad HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `GET ${maps} HTTP/1.1\r\nHost: x\r\nX: \x00\r\n\r\n`,
  `CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET ${maps} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  "\r\n\r\n\r\n\x16\x03\x01",
  `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\n${"x: y\r\n".repeat(20_000)}\r\n`,
] as const;

/** Connections that break the rules of HTTP/1.1. */
export const http1Attacks: readonly Attack<ApiArena>[] = [
  {
    name: "requests that are two, or none",
    share: 60,
    async run(arena) {
      const { random, target } = arena;
      const connection = await arena.plain();
      const text = random.pick(smuggled).replace("{token}", target.token);
      // What follows would be another's request, if the first were not read as it was meant.
      connection.write(
        Buffer.from(text, "latin1"),
        Buffer.from("\r\nDELETE / HTTP/1.1\r\nHost: x\r\nX: \x00\r\n\r\n", "latin1"),
      );
      await connection.closed;
      const codes = [...connection.received.toString("latin1").matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) =>
        Number(match[1]),
      );
      assert.ok(
        codes.every((code) => code >= 400 && code < 500),
        `${JSON.stringify(text.slice(0, 150))}: ${codes}`,
      );
    },
  },
  {
    name: "requests that break off",
    share: 40,
    async run(arena) {
      const { random, target } = arena;
      const connection = await arena.plain();
      const body = '{"metadata":{"name":"x"}}';
      const whole = `POST ${maps}?dryRun=All HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      connection.write(Buffer.from(whole.slice(0, random.below(whole.length))));
      if (random.chance(0.5)) await new Promise((resolve) => setImmediate(resolve));
      if (random.chance(0.5)) connection.socket.end();
      else connection.destroy();
      connection.socket.resume();
      await Promise.race([connection.closed, new Promise((resolve) => setTimeout(resolve, 50))]);
      connection.destroy();
      await connection.closed;
    },
  },
  {
    name: "handshakes that are none",
    share: 10,
    async run(arena) {
      const { random } = arena;
      const connection = await arena.bare();
      const hello = Buffer.from("16030100c8010000c40303", "hex");
      const rest = Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)));
      connection.write(random.chance(0.5) ? hello : Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), rest);
      if (random.chance(0.8)) connection.destroy();
      else connection.socket.end();
      await connection.closed;
    },
  },
];
