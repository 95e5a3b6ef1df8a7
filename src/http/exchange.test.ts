import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:http2";
import { text } from "node:stream/consumers";
import { suite, type TestContext, test } from "node:test";
import { systemClock } from "../base/clock.ts";
import { type LogLine, LogScopes } from "../base/log.ts";
import type { ResourceStore } from "../core/index.ts";
import { authority, TestApi, type TestApiOptions, token } from "./testing/api-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";

async function start(t: TestContext, options: TestApiOptions = {}) {
  const api = new TestApi(options);
  await api.start();
  t.after(() => api.close());
  const session = connect(api.url, { ca: authority.certificate });
  t.after(() => session.destroy());
  const open = (method: string, path: string, body?: object) => {
    const stream = session.request({ ":method": method, ":path": path, authorization: `Bearer ${token}` });
    stream.end(body && JSON.stringify(body));
    return stream;
  };
  return { api, open };
}

suite("an answer over HTTP/2", { timeout: 30_000 }, () => {
  test("is the same as over HTTP/1.1, with its warnings", async (t) => {
    const { api, open } = await start(t);
    const map = (name: string) => ({ metadata: { name }, data: { key: "value" }, other: 1 });
    const stream = open("POST", maps, map("a"));
    const [[head], body] = await Promise.all([once(stream, "response"), text(stream)]);
    const older = await api.ask("POST", maps, { body: map("b") });
    assert.deepEqual([head[":status"], older.code], [201, 201]);
    for (const name of ["content-type", "cache-control", "warning"])
      assert.equal(head[name], older.headers[name], name);
    assert.match(head.warning, /unknown field/);
    assert.notEqual(head["audit-id"], undefined);
    assert.equal(head["content-length"], String(Buffer.byteLength(body)));
    assert.deepEqual(JSON.parse(body).data, older.body.data);
  });

  test("to HEAD has no body", async (t) => {
    const { open } = await start(t);
    const stream = open("HEAD", maps);
    const [[head], body] = await Promise.all([once(stream, "response"), text(stream)]);
    assert.deepEqual([head[":status"], body], [200, ""]);
  });

  test("is not given to who has left meanwhile, and that is no fault", async (t) => {
    const lines: LogLine[] = [];
    const log = new LogScopes((line) => lines.push(line), systemClock).scope("http", "");
    const asked = Promise.withResolvers<void>();
    const found = Promise.withResolvers<undefined>();
    const get = () => {
      asked.resolve();
      return found.promise;
    };
    const over = Promise.withResolvers<number>();
    const answered = (_: string, code: number) => over.resolve(code);
    const { open } = await start(t, { store: { get } as unknown as ResourceStore, log, answered });
    const stream = open("GET", `${maps}/a`);
    await asked.promise;
    stream.close();
    await over.promise;
    found.resolve(undefined);
    // What is answered in the turns after this has been answered, or not, when another request has been.
    await once(open("GET", "/livez"), "response");
    assert.deepEqual(lines, []);
  });
});
