import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { suite, type TestContext, test } from "node:test";
import { connect } from "node:tls";
import { type ApiLimits, defaultApiLimits } from "./api-limits.ts";
import { authority, TestApi, token } from "./testing/api-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";

async function start(t: TestContext, limits: Partial<ApiLimits>): Promise<TestApi> {
  const api = new TestApi({ limits: { ...defaultApiLimits, ...limits } });
  await api.start();
  t.after(() => api.close());
  return api;
}

/** A connection of HTTP/1.1, on which the client says what it likes. */
async function raw(t: TestContext, api: TestApi) {
  const socket = connect({ host: "127.0.0.1", port: api.port, ca: authority.certificate, ALPNProtocols: ["http/1.1"] });
  t.after(() => socket.destroy());
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes;
  });
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  await Promise.race([new Promise((resolve) => socket.on("secureConnect", resolve)), closed]);
  return { socket, closed: closed.then(() => text) };
}

const head = (lines: readonly string[]) =>
  [`POST ${maps} HTTP/1.1`, "host: x", `authorization: Bearer ${token}`, ...lines, "", ""].join("\r\n");

suite("the limits of the API", { timeout: 30_000 }, () => {
  test("end a request whose body does not come", async (t) => {
    const api = await start(t, { requestTimeout: 200 });
    const { socket, closed } = await raw(t, api);
    socket.write(head(["content-length: 100", "content-type: application/json"]));
    socket.write("{");
    assert.match(await closed, /^HTTP\/1\.1 504 /);
    const session = connectHttp2(`https://127.0.0.1:${api.port}`, { ca: authority.certificate });
    t.after(() => session.destroy());
    const stream = session.request({ ":method": "POST", ":path": maps, authorization: `Bearer ${token}` });
    stream.on("error", () => undefined);
    stream.write("{");
    const [answer] = await once(stream, "response");
    assert.equal(answer[":status"], 504);
    assert.equal((await api.ask("GET", maps)).code, 200);
  });

  test("end a connection whose headers do not come", async (t) => {
    const api = await start(t, { handshakeTimeout: 200 });
    const { socket, closed } = await raw(t, api);
    socket.write(`POST ${maps} HTTP/1.1\r\nhost: `);
    assert.match(await closed, /^HTTP\/1\.1 (408|400) |^$/);
  });

  test("refuse headers that are too large", async (t) => {
    const api = await start(t, { maxHeaderBytes: 2000 });
    const { socket, closed } = await raw(t, api);
    socket.write(head([`x: ${"y".repeat(3000)}`]));
    assert.match(await closed, /^HTTP\/1\.1 4\d\d /);
    const session = connectHttp2(`https://127.0.0.1:${api.port}`, { ca: authority.certificate });
    t.after(() => session.destroy());
    const stream = session.request({ ":path": maps, authorization: `Bearer ${token}`, x: "y".repeat(3000) });
    const [answer] = await once(stream, "response");
    assert.equal(answer[":status"], 413);
  });

  test("take no more connections than they say", async (t) => {
    const api = await start(t, { maxConnections: 1 });
    const first = await raw(t, api);
    const second = await raw(t, api);
    assert.equal(await second.closed, "");
    first.socket.destroy();
    await first.closed;
  });

  test("tell who comes while too much is under way to wait, watches left out", async (t) => {
    const api = await start(t, { maxRequests: 1 });
    const watches = await Promise.all([1, 2, 3].map(() => api.watch(`${maps}?watch=true`)));
    const { socket } = await raw(t, api);
    socket.write(head(["content-length: 100", "content-type: application/json"]));
    let answer = await api.ask("GET", maps);
    while (answer.code === 200) answer = await api.ask("GET", maps);
    assert.deepEqual([answer.code, answer.body.reason, answer.headers["retry-after"]], [429, "TooManyRequests", "1"]);
    socket.destroy();
    while (answer.code === 429) answer = await api.ask("GET", maps);
    assert.equal(answer.code, 200);
    for (const watch of watches) watch.close();
  });
});
