import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type ConnectedClient, type Subscription, xdsTypes } from "../deliver/index.ts";
import { connectedClient } from "../deliver/testing/connected-client.ts";
import { Distribution } from "./distribution.ts";

/** A client that has these versions of clusters and listeners. */
function client(name: string, clusters: number, listeners = clusters): ConnectedClient {
  const reached = new Map<string, number>([
    [xdsTypes.cluster, clusters],
    [xdsTypes.listener, listeners],
  ]);
  return connectedClient(name, {
    subscriptions: Array.from(reached.keys(), (type) => ({ type }) as Subscription),
    reached: (type) => reached.get(type) ?? Infinity,
  });
}

describe("who has what", () => {
  test("is counted over those who watch something, by the type that is furthest behind", () => {
    const clients = [client("a", 3), client("b", 3, 2), client("c", 2), { ...client("asker", 0), subscriptions: [] }];
    const distribution = new Distribution(() => clients);
    distribution.published(1);
    distribution.changed(["old"]);
    distribution.published(2);
    distribution.changed(["new"]);
    assert.deepEqual(distribution.progressOf("new"), { version: undefined, proxies: 3, acknowledged: 0 });
    distribution.published(3);
    assert.deepEqual(distribution.progressOf("new"), { version: 3, proxies: 3, acknowledged: 1 });
    assert.deepEqual(distribution.progressOf("old"), { version: 2, proxies: 3, acknowledged: 3 });
    const types = distribution.typesWith("new", [xdsTypes.cluster, xdsTypes.listener, xdsTypes.route]);
    assert.deepEqual(
      Array.from(types, ([{ proxy }, has]) => [proxy.name, ...has]),
      [
        ["a", xdsTypes.cluster, xdsTypes.listener, xdsTypes.route],
        ["b", xdsTypes.cluster, xdsTypes.route],
        ["c", xdsTypes.route],
      ],
    );
  });

  test("is under way until all have it, and then all have it", () => {
    const clients = [client("a", 2), client("b", 1)];
    const distribution = new Distribution(() => clients);
    distribution.published(1);
    distribution.changed(["one"]);
    distribution.published(2);
    distribution.changed(["two"]);
    assert.deepEqual(
      [...distribution.underWay()],
      [
        ["one", { version: 2, proxies: 2, acknowledged: 1 }],
        ["two", { version: undefined, proxies: 2, acknowledged: 0 }],
      ],
    );
    distribution.published(3);
    clients[1] = client("b", 3);
    assert.deepEqual([...distribution.underWay().keys()], ["two"]);
    clients[0] = client("a", 3);
    assert.deepEqual([...distribution.underWay()], []);
    assert.equal(distribution.isUnderWay("one"), true);
    distribution.published(4);
    assert.equal(distribution.isUnderWay("one"), false);
    assert.deepEqual(distribution.progressOf("one"), { version: 3, proxies: 2, acknowledged: 2 });
  });
});
