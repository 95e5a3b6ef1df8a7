import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { createInterface } from "node:readline";
import { after, before, suite, test } from "node:test";
import { TestApi, token } from "./testing/api-client.ts";

const path = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const map = (name: string, data: object = {}) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
const merge = { "content-type": "application/merge-patch+json" };

interface Line {
  readonly type: string;
  readonly object: { readonly metadata: { readonly name: string; readonly resourceVersion: string } };
}

suite("watches over HTTP", () => {
  /** How many watches have ended on the server. */
  let ended = 0;
  const answered = (method: string) => {
    if (method === "GET") ended += 1;
  };
  const api = new TestApi({ answered }, { stallTimeout: 300 });
  const sessions: ClientHttp2Session[] = [];
  const session = () => {
    const opened = connect(api.url, { ca: api.authority });
    sessions.push(opened);
    return opened;
  };
  before(() => api.start());
  after(async () => {
    for (const each of sessions) each.destroy();
    await api.close();
  });
  const open = (on: ClientHttp2Session, target: string) =>
    on.request({ ":path": target, authorization: `Bearer ${token}` });

  test("by 1,000 on one list: each sees every change once, in order", { timeout: 60_000 }, async () => {
    const changes = 20;
    const connections = Array.from({ length: 4 }, session);
    const watchers = Array.from({ length: 1000 }, (_, i) => {
      const on = connections[i % connections.length] ?? session();
      return open(on, `${path("many")}?watch=true`);
    });
    await Promise.all(watchers.map((stream) => once(stream, "response")));
    const seen = watchers.map(async (stream) => {
      const versions: number[] = [];
      for await (const line of createInterface({ input: stream })) {
        versions.push(Number((JSON.parse(line) as Line).object.metadata.resourceVersion));
        if (versions.length === changes) break;
      }
      stream.close();
      return versions;
    });
    const wanted: number[] = [];
    for (let i = 0; i < changes; i++) {
      const { body } = await api.ask("POST", path("many"), { body: map(`m${i}`) });
      wanted.push(Number(body.metadata.resourceVersion));
    }
    for (const versions of await Promise.all(seen)) assert.deepEqual(versions, wanted);
  });

  test("start from now, from what there is, or with a list that tells its end", async () => {
    const at = path("starts");
    await api.ask("POST", at, { body: map("old") });
    const begin = "watch=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
    const only = await api.watch(`${at}?${begin}&sendInitialEvents=false`);
    const whole = await api.watch(`${at}?${begin}&sendInitialEvents=true&resourceVersion=1`);
    await api.ask("POST", at, { body: map("new") });
    assert.equal((await only.next()).object.metadata.name, "new");
    const types = [];
    for (let i = 0; i < 3; i++) types.push((await whole.next()).type);
    assert.deepEqual(types, ["ADDED", "BOOKMARK", "ADDED"]);
    only.close();
    whole.close();
    const half = await api.ask("GET", `${at}?watch=true&sendInitialEvents=true`);
    assert.deepEqual([half.code, half.body.details.kind], [422, "ListOptions"]);
    const early = `${at}?${begin}&sendInitialEvents=true&resourceVersion=999999`;
    assert.equal((await api.ask("GET", early)).code, 504);
  });

  test("let go of a client that does not read, and others notice nothing", { timeout: 30_000 }, async () => {
    const at = path("stuck");
    const stuck = open(session(), `${at}?watch=true`);
    await once(stuck, "response");
    stuck.pause();
    const other = await api.watch(`${at}?watch=true`);
    await api.ask("POST", at, { body: map("big") });
    assert.equal((await other.next()).type, "ADDED");
    ended = 0;
    for (let i = 0; ended === 0; i++) {
      await api.ask("PATCH", `${at}/big`, { body: { data: { x: `${i}${"x".repeat(50_000)}` } }, headers: merge });
      assert.equal((await other.next()).type, "MODIFIED");
    }
    other.close();
  });
});
