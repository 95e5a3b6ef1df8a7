import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { parseProxy } from "../core/index.ts";
import { connectedClient } from "../deliver/testing/connected-client.ts";
import { checkDebugAccess } from "./debug-access.ts";
import { connections, findClient, proxyStatuses, syncz } from "./debug-clients.ts";

const client = (id: string, number: number) =>
  connectedClient("", {
    id: `${id}-${number}`,
    proxy: parseProxy({ id, metadata: { CLUSTER_ID: "c1" } }),
    peer: { address: "10.0.0.9:1", encrypted: false, identities: [] },
    agent: "envoy 1.40.0",
    connectedAt: Date.UTC(2026, 0, 1),
    versionName: "v",
  });

const a = "sidecar~10.0.0.1~a-1.app~app.svc.cluster.local";
const ab = "sidecar~10.0.0.2~a-12.app~app.svc.cluster.local";
const clients = [client(a, 1), client(ab, 2), client(a, 3)];

describe("a proxy is found", () => {
  for (const [what, id, found] of [
    ["by its node id, the newest connection first", a, `${a}-3`],
    ["by the id of a connection", `${a}-1`, `${a}-1`],
    ["by pod and namespace", "a-1.app", `${a}-3`],
    ["by any part of its id that is its alone", "10.0.0.2", `${ab}-2`],
  ] as const) {
    test(what, () => assert.equal(findClient(clients, id).id, found));
  }

  test("or it is said why not", () => {
    assert.throws(() => findClient(clients, null), { code: "BadRequest", message: /which proxy/ });
    assert.throws(() => findClient(clients, "b"), { code: "NotFound", message: "no proxy 'b' is connected here" });
    assert.throws(() => findClient(clients, "a-1"), { code: "BadRequest", message: /may be any of/ });
  });
});

describe("lists of clients", () => {
  test("show who only asks as connected, and not as a proxy", () => {
    assert.deepEqual(syncz(clients, new ManualClock(), null), []);
    assert.deepEqual(proxyStatuses(clients), []);
    const { totalClients, clients: shown } = connections(clients) as { totalClients: number; clients: object[] };
    assert.equal(totalClients, 3);
    assert.deepEqual(shown[0], {
      connectionId: `${a}-1`,
      connectedAt: "2026-01-01T00:00:00.000Z",
      address: "10.0.0.9:1",
    });
  });
});

describe("over xDS a debug page", () => {
  const peer = (address: string, ...identities: readonly string[]) => ({ address, encrypted: true, identities });
  const member = "spiffe://cluster.local/ns/app/sa/x";
  const subject = () => clients[0];
  const refused = { code: "Forbidden" };

  test("is for everybody on this machine", () => {
    for (const address of ["127.0.0.1:5", "::1:5", "::ffff:127.0.0.1:5"]) {
      checkDebugAccess(peer(address), "syncz", "istio-system");
    }
  });

  test("is for the root namespace, and of proxies of one's own", () => {
    checkDebugAccess(peer("10.0.0.1:5", "spiffe://cluster.local/ns/istio-system/sa/x"), "syncz", "istio-system");
    checkDebugAccess(peer("10.0.0.1:5", member), "config_dump", "istio-system", subject);
    const other = peer("10.0.0.1:5", "spiffe://cluster.local/ns/other/sa/x");
    assert.throws(() => checkDebugAccess(other, "config_dump", "istio-system", subject), refused);
    assert.throws(() => checkDebugAccess(peer("10.0.0.1:5", member), "syncz", "istio-system", subject), refused);
    assert.throws(() => checkDebugAccess(peer("10.0.0.1:5"), "config_dump", "istio-system", subject), refused);
  });
});
