import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { Acknowledgement } from "../deliver/acknowledgement.ts";
import { type Subscription, xdsTypes } from "../deliver/index.ts";
import { connectedClient } from "../deliver/testing/connected-client.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { DeliveryFeed } from "./delivery-feed.ts";

const codec = loadEnvoyCodec();

const client = (name: string, address = "127.0.0.1:1") =>
  connectedClient(name, { peer: { address, encrypted: true, identities: [] } });

/** A feed with one client that listens to a type and is sent news when it is let. */
async function start(type: string) {
  const clients = [client("listener"), client("early")];
  const feed = new DeliveryFeed({ clients: () => clients, codec, rootNamespace: () => "istio-system" });
  const [listener = assert.fail()] = clients;
  const sent: string[] = [];
  const ends: string[] = [];
  const gate = { open: Promise.resolve() };
  const stream = {
    send: async ({ resources }: { readonly resources: readonly { readonly name: string }[] }) => {
      await gate.open;
      sent.push(...resources.map(({ name }) => name));
    },
    end: (reason: string) => void ends.push(reason),
  };
  const ask = (asker = listener) => (feed.query(type) ?? assert.fail(type))([], asker, stream);
  const { resources } = await ask();
  return { feed, listener, sent, ends, gate, ask, first: resources.map(({ name }) => name) };
}

describe("news of clients", () => {
  test("tell who is there already, then who comes, and nothing after the listener is gone", async () => {
    const { feed, listener, sent, first, ask } = await start("istio.io/connect");
    assert.deepEqual(first, [client("listener").id, client("early").id]);
    await ask();
    feed.events.connected(client("late"));
    await settle();
    assert.deepEqual(sent, [client("late").id], "once, however often it asked");
    feed.events.disconnected(listener);
    feed.events.connected(client("later"));
    await settle();
    assert.equal(sent.length, 1);
  });

  test("tell who goes, and who refuses what", async () => {
    const gone = await start("istio.io/disconnect");
    assert.deepEqual(gone.first, []);
    gone.feed.events.disconnected(client("early"));
    await settle();
    assert.deepEqual(gone.sent, [client("early").id]);
    const refused = await start("istio.io/nack");
    const acknowledgement = new Acknowledgement();
    const subscription = { type: xdsTypes.cluster, acknowledgement } as Subscription;
    refused.feed.events.answered(client("early"), subscription, "accepted");
    refused.feed.events.answered(client("early"), subscription, "refused");
    await settle();
    assert.deepEqual(refused.sent, [client("early").id]);
  });

  test("wait for a listener in their order, and cut it off when it is too far behind", async () => {
    const { feed, sent, ends, gate } = await start("istio.io/connect");
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    for (let i = 0; i < 1000; i++) feed.events.connected(client(`c${i}`));
    assert.deepEqual(ends, []);
    feed.events.connected(client("one-too-many"));
    assert.deepEqual(ends, ["'istio.io/connect' has more news than are read"]);
    feed.events.connected(client("unheard"));
    resolve();
    await settle();
    assert.deepEqual([sent.length, sent[0], sent.at(-1)], [1001, client("c0").id, client("one-too-many").id]);
  });

  test("are for those who may look at everything", async () => {
    const { ask } = await start("istio.io/nack");
    await assert.rejects(ask(client("far", "10.9.9.9:1")), /needs an identity of the namespace istio-system/);
  });
});
