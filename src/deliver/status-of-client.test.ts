import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DeltaSubscription } from "./delta-subscription.ts";
import { NameSets } from "./name-set.ts";
import { ResourceSet } from "./resource-set.ts";
import { SotwSubscription } from "./sotw-subscription.ts";
import { statusOfClient } from "./status-of-client.ts";
import type { Subscription } from "./subscription.ts";
import { connectedClient } from "./testing/connected-client.ts";
import { xdsResource } from "./xds-resource.ts";
import { shortType, xdsTypes } from "./xds-types.ts";

const { cluster, secret } = xdsTypes;
const set = ResourceSet.of(cluster, [xdsResource(cluster, "a", new Uint8Array([1]))]);

const states = (...subscriptions: readonly Subscription[]) =>
  Array.from(
    statusOfClient(connectedClient("a", { subscriptions })),
    ([type, { state }]) => `${shortType(type)} ${state}`,
  );

describe("the status of a client", () => {
  test("has the types that every proxy watches, and those that this one does", () => {
    const nothing = ["CDS NOT_SENT", "EDS NOT_SENT", "LDS NOT_SENT", "RDS NOT_SENT"];
    assert.deepEqual(states(), nothing);
    assert.deepEqual(states(new SotwSubscription(secret, new NameSets())), [...nothing, "SDS NOT_SENT"]);
  });

  test("follows what is sent and answered", () => {
    const subscription = new SotwSubscription(cluster, new NameSets());
    const state = () => statusOfClient(connectedClient("a", { subscriptions: [subscription] })).get(cluster);
    const answer = { names: [], version: "" };
    subscription.take({ ...answer, nonce: "" });
    subscription.sent(set, "n1", 5);
    assert.deepEqual(state(), { state: "STALE", sent: "n1", acked: "", error: "", sentAt: 5 });
    subscription.take({ ...answer, nonce: "n1" });
    assert.deepEqual(state(), { state: "SYNCED", sent: "n1", acked: "n1", error: "", sentAt: 5 });
    subscription.sent(set, "n2", 6);
    subscription.take({ ...answer, nonce: "n2", error: "bad" });
    assert.deepEqual(state(), { state: "NACKED", sent: "n2", acked: "n1", error: "bad", sentAt: 6 });
    // Envoy tells late of a refusal that it has got over: it runs what was sent.
    subscription.sent(set, "n3", 7);
    subscription.take({ ...answer, nonce: "n3", version: set.version, error: "bad" });
    assert.deepEqual(state(), { state: "SYNCED", sent: "n3", acked: "n3", error: "bad", sentAt: 7 });
  });

  test("is synced where a client that connected again had everything", () => {
    const subscription = new DeltaSubscription(cluster, new NameSets());
    const initialVersions = new Map([["a", set.get("a")?.version ?? ""]]);
    subscription.take({ subscribe: [], unsubscribe: [], initialVersions, nonce: "", version: "" });
    assert.equal(subscription.update(set), undefined);
    assert.equal(states(subscription)[0], "CDS SYNCED");
  });
});
