import assert from "node:assert/strict";
import { connect } from "node:http2";
import { suite, type TestContext, test } from "node:test";
import type { TLSSocket } from "node:tls";
import { builtInCatalog } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { createMemoryStore } from "../../store/index.ts";
import { anonymous, type User } from "../access.ts";
import { TestApi, token } from "../testing/api-client.ts";
import { Authenticator } from "./authenticator.ts";
import { KnownTokens } from "./known-tokens.ts";
import { Rbac } from "./rbac/rbac.ts";
import type { ServiceAccountTokens } from "./service-account-tokens.ts";

const ann: User = { name: "ann", groups: [] };
const noAccounts = {} as ServiceAccountTokens;
const bob: User = { name: "bob", groups: [] };

/** Sends requests one after the other on one connection of HTTP/2; resolves to the codes of their answers. */
async function codes(t: TestContext, api: TestApi, tokens: readonly (string | undefined)[]): Promise<unknown[]> {
  const session = connect(api.url, { ca: api.authority });
  t.after(() => session.close());
  const ask = (bearer: string | undefined) =>
    new Promise((resolve, reject) => {
      const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
      const stream = session.request({ ":path": "/api/v1/namespaces", ...authorization });
      stream.on("response", (headers) => resolve(headers[":status"]));
      stream.on("error", reject);
      stream.resume();
    });
  const found: unknown[] = [];
  for (const bearer of tokens) found.push(await ask(bearer));
  return found;
}

suite("who is at the other end of a connection", () => {
  test("is found under one socket, however many requests come: its certificate is read once", async (t) => {
    const sockets: TLSSocket[] = [];
    class Recording extends Authenticator {
      override identify(socket: TLSSocket, authorization: string | undefined): User | Promise<User> {
        sockets.push(socket);
        return super.identify(socket, authorization);
      }
    }
    const authenticator = new Recording(new KnownTokens(token), noAccounts, systemClock);
    const rbac = new Rbac(createMemoryStore({ kinds: builtInCatalog }));
    const api = new TestApi({ security: { authenticator, rbac, tokens: noAccounts } });
    await api.start();
    t.after(() => api.close());
    assert.deepEqual(await codes(t, api, [token, token, token]), [200, 200, 200]);
    assert.deepEqual([sockets.length, new Set(sockets).size], [3, 1]);
  });

  test("may be another with each request, by its token", async (t) => {
    const api = new TestApi({ tokens: [["t-ann", ann]] });
    await api.start();
    t.after(() => api.close());
    const wanted = [token, "t-ann", undefined, "nobody's", token, token, "t-ann", "nobody's"];
    assert.deepEqual(await codes(t, api, wanted), [200, 403, 401, 401, 200, 200, 403, 401]);
  });

  test("is told from others on connections of their own", async () => {
    const known = new KnownTokens("admin", [
      ["t-ann", ann],
      ["t-bob", bob],
    ]);
    const authenticator = new Authenticator(known, noAccounts, systemClock);
    const [one, other] = [{ authorized: false } as TLSSocket, { authorized: false } as TLSSocket];
    assert.equal(authenticator.identify(one, "Bearer t-ann"), ann);
    assert.equal(authenticator.identify(other, "Bearer t-bob"), bob);
    assert.equal(authenticator.identify(one, "Bearer t-ann"), ann);
    assert.equal(authenticator.identify(one, "Bearer t-bob"), bob);
    assert.equal(authenticator.identify(one, undefined), anonymous);
  });
});
