import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:http2";
import { after, before, suite, test } from "node:test";
import { TestApi, token } from "./testing/api-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const long = "k".repeat(20_000);

suite("warnings", () => {
  const api = new TestApi();
  before(() => api.start());
  after(() => api.close());

  test("are as many as clients take, however much there is to warn of", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field${i}`, 1]));
    const { code, headers } = await api.ask("POST", maps, { body: { metadata: { name: "many" }, ...unknown } });
    assert.equal(code, 201);
    const lines = String(headers["warning"]);
    assert.match(lines, /^299 - "unknown field \\"field0\\"", 299 - /);
    assert.equal(lines.split(", ").length, 64);
  });

  test("are no more than a client of HTTP/2 takes", async () => {
    const session = connect(api.url, { ca: api.authority });
    const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field${i}`, 1]));
    const stream = session.request({ ":method": "POST", ":path": maps, authorization: `Bearer ${token}` });
    stream.end(JSON.stringify({ metadata: { name: "two" }, ...unknown }));
    const [headers] = await once(stream, "response");
    assert.equal(headers[":status"], 201);
    session.destroy();
  });

  test("are cut short where they are long, and have plain characters only", async () => {
    const body = `{"metadata":{"name":"long"},"ä":1,"data":{"a":"1"},"${long}":1,"${long}":2}`;
    const { code, headers } = await api.ask("POST", maps, { body });
    assert.equal(code, 201);
    const lines = String(headers["warning"]).split(", ");
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? "", /^299 - "duplicate field \\"k+"$/);
    assert.match(lines[1] ?? "", /^299 - "unknown field .*\?.*"$/);
    assert.match(lines[2] ?? "", /^299 - "unknown field \\"k+"$/);
    assert.ok(lines.every((line) => line.length < 300));
  });

  test("of a field that stands twice tell that the last one counts", async () => {
    const body = '{"metadata":{"name":"twice"},"data":{"a":"1","a":"2"}}';
    const { headers, body: made } = await api.ask("POST", maps, { body });
    assert.deepEqual([headers["warning"], made.data], ['299 - "duplicate field \\"data.a\\""', { a: "2" }]);
    const strict = await api.ask("POST", `${maps}?fieldValidation=Strict`, { body });
    assert.deepEqual([strict.code, strict.body.reason], [400, "BadRequest"]);
    const ignored = await api.ask("PUT", `${maps}/twice?fieldValidation=Ignore`, { body });
    assert.deepEqual([ignored.code, ignored.headers["warning"]], [200, undefined]);
  });
});
