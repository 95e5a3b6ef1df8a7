import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { describe, type TestContext, test } from "node:test";
import { systemClock } from "../base/clock.ts";
import { LogScopes } from "../base/log.ts";
import { Metrics } from "../base/metrics.ts";
import { KnownTokens } from "./auth/known-tokens.ts";
import { ControlZ } from "./control-z.ts";
import { OperationsServer, standardPages } from "./operations-server.ts";
import { openAccess, type PageAccess, tokenAccess } from "./page-access.ts";

const access = tokenAccess(new KnownTokens("the-token"));

function from(remoteAddress: string, authorization?: string): IncomingMessage {
  return { socket: { remoteAddress }, headers: { authorization }, url: "/debug" } as unknown as IncomingMessage;
}

/** As if every request came from another machine. */
const elsewhere: PageAccess = (request) => access(from("10.0.0.9", request.headers.authorization));

describe("operators' pages", { timeout: 20_000 }, () => {
  test("are for this machine, and for administrators elsewhere", () => {
    access(from("127.0.0.1"));
    access(from("::1"));
    access(from("10.0.0.9", "Bearer the-token"));
    assert.throws(() => access(from("10.0.0.9")), { code: "Unauthorized" });
    assert.throws(() => access(from("10.0.0.9", "Bearer another")), { code: "Unauthorized" });
    assert.throws(() => access(from("")), { code: "Unauthorized" });
  });

  async function get(t: TestContext, server: OperationsServer | ControlZ, path: string, token?: string) {
    const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
    t.after(() => server.close(0));
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://${address}${path}`, { headers });
    return { code: answer.status, body: await answer.text() };
  }

  const server = (guard: PageAccess) => {
    const page = { path: "/debug/x", help: "", answer: () => ({ type: "text/plain", body: "seen" }) };
    return new OperationsServer([...standardPages(new Metrics(), () => true), page], guard);
  };

  test("show nothing to others, but metrics, health and the index", async (t) => {
    for (const path of ["/metrics", "/healthz/live", "/ready", "/"]) {
      assert.equal((await get(t, server(elsewhere), path)).code, 200, path);
    }
    const refused = await get(t, server(elsewhere), "/debug/x");
    assert.deepEqual(refused, { code: 401, body: "the request carries no credentials\n" });
    assert.equal((await get(t, server(elsewhere), "/debug/x", "wrong")).code, 401);
    assert.equal((await get(t, server(elsewhere), "/debug/x", "the-token")).body, "seen");
    assert.equal((await get(t, server(openAccess), "/debug/x")).body, "seen");
  });

  test("do not let others change log levels", async (t) => {
    const controlZ = (guard: PageAccess) => new ControlZ(new LogScopes(() => {}, systemClock), guard);
    assert.equal((await get(t, controlZ(elsewhere), "/scopej/")).code, 401);
    assert.equal((await get(t, controlZ(elsewhere), "/scopej/", "the-token")).code, 200);
    assert.equal((await get(t, controlZ(access), "/scopej/")).code, 200);
  });
});
