import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { ReadingPace } from "./reading-pace.ts";
import { Reflector } from "./reflector.ts";
import { ScriptedServer } from "./testing/scripted-server.ts";

const service = (
  name: string,
  resourceVersion: string,
  annotations?: { readonly [key: string]: string },
): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "d", resourceVersion, ...(annotations && { annotations }) },
});
const event = (type: string, object: Resource) => ({ type, object });
const end = (version: string) => event("BOOKMARK", service("", version, { "k8s.io/initial-events-end": "true" }));
const gone = {
  type: "ERROR",
  object: { apiVersion: "v1", kind: "Status", code: 410, reason: "Expired", message: "too old" },
};

suite("a reflector", () => {
  let server: ScriptedServer;
  let clock: ManualClock;
  let reflector: Reflector;
  let seen: string[];
  let followed: number;
  let told: () => void;
  let present: boolean;
  /** Waits until so many things were seen. */
  const until = async (count: number) => {
    while (seen.length < count) {
      await new Promise<void>((resolve) => {
        told = resolve;
      });
    }
    return seen;
  };
  const note = (text: string) => {
    seen.push(text);
    told();
  };

  beforeEach(() => {
    server = new ScriptedServer();
    clock = new ManualClock();
    seen = [];
    followed = 0;
    told = () => {};
    present = true;
    reflector = new Reflector({
      client: server,
      type: { group: "", kind: "Service" },
      namespace: "",
      labelSelector: "a=b",
      clock,
      random: () => 0,
      present: async () => present,
      sink: {
        replace: (items, version) => note(`all ${items.map(({ metadata }) => metadata.name)} @${version}`),
        changed: (type, { metadata }) => note(`${type} ${metadata.name} @${metadata.resourceVersion}`),
        following: () => {
          followed += 1;
        },
        failed: (error, wait) => note(`${error.code} wait ${wait}`),
      },
    });
    reflector.start();
  });
  afterEach(() => reflector.close());

  test("streams the list, then changes on the same watch, and goes on from the last version", async () => {
    const first = await server.opened();
    assert.deepEqual(first.query, {
      labelSelector: "a=b",
      fieldSelector: undefined,
      allowWatchBookmarks: true,
      timeoutSeconds: 300,
      sendInitialEvents: true,
      resourceVersionMatch: "NotOlderThan",
    });
    first.send(event("ADDED", service("a", "3")), event("ADDED", service("b", "4")), end("7"));
    first.send(event("MODIFIED", service("a", "8")), event("BOOKMARK", service("", "11")));
    assert.deepEqual(await until(2), ["all a,b @7", "MODIFIED a @8"]);
    first.end();
    const second = await server.opened();
    assert.equal(second.query.resourceVersion, "11");
    assert.equal(second.query.sendInitialEvents, undefined);
    second.send(event("DELETED", service("b", "12")));
    assert.deepEqual((await until(3)).at(-1), "DELETED b @12");
  });

  test("lets a watch be silent after the list for longer than within it", async () => {
    const watch = await server.opened();
    watch.send(event("ADDED", service("a", "3")), end("7"));
    await until(1);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    clock.advance(100_000);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    watch.send(event("MODIFIED", service("a", "8")));
    assert.deepEqual(await until(2), ["all a @7", "MODIFIED a @8"]);
    assert.equal(server.unseen, 0);
  });

  test("reads on at its pace only, and tells without a wait what came together", async () => {
    const paced = new ScriptedServer();
    const told: string[] = [];
    const reflector = new Reflector({
      client: paced,
      type: { group: "", kind: "Service" },
      namespace: "",
      clock,
      pace: new ReadingPace({ quiet: 100, longest: 1000 }),
      sink: {
        replace: () => void told.push("all"),
        changed: (_, { metadata }) => {
          told.push(`${metadata.name}`);
          queueMicrotask(() => told.push("told"));
        },
        failed: (error) => assert.fail(error),
      },
    });
    const turns = async () => {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    };
    reflector.start();
    const watch = await paced.opened();
    watch.send(end("7"));
    watch.send(event("ADDED", service("a", "8")), event("ADDED", service("b", "9")));
    watch.send(event("ADDED", service("c", "10")));
    await turns();
    assert.deepEqual(told, ["all"]);
    clock.advance(100);
    await turns();
    assert.deepEqual(told, ["all"], "what has come is taken in first");
    clock.advance(2);
    await turns();
    assert.deepEqual(told, ["all", "a", "b", "told", "told"]);
    await reflector.close();
    assert.equal(told.length, 5, "who closes it does not wait for the pause to end, and hears nothing more");
  });

  test("tells a whole list only, whatever changes while it comes", async () => {
    const watch = await server.opened();
    watch.send(event("ADDED", service("a", "1")), event("ADDED", service("b", "1")));
    watch.send(
      event("MODIFIED", service("a", "2")),
      event("DELETED", service("b", "3")),
      event("BOOKMARK", service("", "3")),
    );
    watch.send(end("3"));
    assert.deepEqual(await until(1), ["all a @3"]);
  });

  test("lists in pages where the server does not stream", async () => {
    const watch = await server.opened();
    server.pages.push(
      { items: [service("a", "1")], resourceVersion: "5", continue: "next" },
      { items: [service("b", "2")], resourceVersion: "5", continue: "" },
    );
    watch.end(new FairwayError("Invalid", "sendInitialEvents is forbidden"));
    assert.deepEqual(await until(1), ["all a,b @5"]);
    assert.deepEqual(
      server.listed.map(({ resourceVersion, continue: token, limit }) => [resourceVersion, token, limit]),
      [
        ["0", undefined, 500],
        [undefined, "next", 500],
      ],
    );
    assert.equal((await server.opened()).query.resourceVersion, "5");
  });

  test("lists in pages where the server says only in the stream that it does not stream", async () => {
    server.pages.push({ items: [service("a", "1")], resourceVersion: "5", continue: "" });
    const object = { apiVersion: "v1", kind: "Status", code: 500, reason: "InternalError", message: "disabled" };
    (await server.opened()).send({ type: "ERROR", object });
    assert.deepEqual(await until(1), ["all a @5"]);
  });

  test("lists in pages where streams end before the list does", async () => {
    (await server.opened()).end();
    assert.deepEqual(await until(1), ["Unavailable wait 800"]);
    clock.advance(800);
    server.pages.push({ items: [], resourceVersion: "1", continue: "" });
    (await server.opened()).end();
    await until(2);
    clock.advance(1600);
    assert.deepEqual((await until(3)).slice(1), ["Unavailable wait 1600", "all  @1"]);
  });

  test("lists anew at once when its version is gone, and only then waits", async () => {
    const first = await server.opened();
    first.send(event("ADDED", service("a", "1")), end("1"), gone);
    assert.deepEqual(await until(2), ["all a @1", "Expired wait 0"]);
    clock.advance(0);
    const second = await server.opened();
    assert.equal(second.query.resourceVersion, undefined);
    second.send(gone);
    assert.deepEqual((await until(3)).at(-1), "Expired wait 800");
    clock.advance(800);
    const third = await server.opened();
    third.send(event("ADDED", service("b", "9")), end("9"));
    assert.deepEqual((await until(4)).at(-1), "all b @9");
  });

  test("waits longer after each failure in a row, as long as the server asks for, and keeps its version", async () => {
    const first = await server.opened();
    first.send(end("4"));
    await until(1);
    server.refuseWatch(new FairwayError("Unavailable", "no"));
    server.refuseWatch(new FairwayError("Unavailable", "busy", { details: { retryAfterSeconds: 9 } }));
    first.end(new Error("broken"));
    await until(2);
    clock.advance(800);
    await until(3);
    clock.advance(1600);
    await until(4);
    assert.deepEqual(seen.slice(1), ["Internal wait 800", "Unavailable wait 1600", "Unavailable wait 9000"]);
    clock.advance(8999);
    await setImmediate();
    assert.equal(server.unseen, 0);
    clock.advance(1);
    assert.equal((await server.opened()).query.resourceVersion, "4");
  });

  test("does not hammer a server that ends every watch at once", async () => {
    const first = await server.opened();
    first.send(end("4"));
    await until(1);
    first.end();
    (await server.opened()).end();
    assert.deepEqual((await until(2)).at(-1), "Unavailable wait 800");
  });

  test("gives up a watch that the server should have ended long ago", async () => {
    (await server.opened()).send(end("4"));
    await until(1);
    clock.advance(330_000);
    assert.deepEqual((await until(2)).at(-1), "Internal wait 800");
    clock.advance(800);
    assert.equal((await server.opened()).query.resourceVersion, "4");
  });

  test("tells when a watch stands, and begins anew at once when it is told that the server is back", async () => {
    const first = await server.opened();
    assert.equal(followed, 0);
    first.send(end("4"));
    await until(1);
    assert.equal(followed, 1);
    reflector.reopen();
    const second = await server.opened();
    await setImmediate();
    assert.deepEqual([second.query.resourceVersion, followed], ["4", 2]);
    second.end(new Error("broken"));
    assert.deepEqual((await until(2)).at(-1), "Internal wait 800");
    reflector.reopen();
    assert.equal((await server.opened()).query.resourceVersion, "4");
  });

  test("lists anew from a server whose versions went back, or that does not know its version yet", async () => {
    const first = await server.opened();
    first.send(event("ADDED", service("a", "90")), end("100"), event("MODIFIED", service("a", "99")));
    assert.deepEqual(await until(2), ["all a @100", "Expired wait 0"]);
    clock.advance(0);
    const second = await server.opened();
    assert.equal(second.query.resourceVersion, undefined);
    second.send(end("99"));
    await until(3);
    server.refuseWatch(new FairwayError("Timeout", "too large"));
    second.end();
    assert.deepEqual((await until(4)).at(-1), "Timeout wait 800");
    clock.advance(800);
    assert.equal((await server.opened()).query.resourceVersion, undefined);
  });

  test("lists in pages where the end of a streaming list is not told, as by who takes it for a watch", async () => {
    server.pages.push({ items: [service("a", "1")], resourceVersion: "5", continue: "" });
    (await server.opened()).send(event("ADDED", service("a", "1")));
    await setImmediate();
    clock.advance(15_000);
    assert.deepEqual(await until(1), ["Internal wait 800"]);
    clock.advance(800);
    assert.deepEqual((await until(2)).at(-1), "all a @5");
    assert.equal((await server.opened()).query.resourceVersion, "5");
  });

  test("takes nothing back for a cache that is older than what is known while the server is away", async () => {
    const first = await server.opened();
    first.send(event("ADDED", service("a", "90")), end("100"));
    await until(1);
    present = false;
    first.send(gone);
    await until(2);
    clock.advance(0);
    (await server.opened()).send(end("80"));
    assert.deepEqual((await until(3)).slice(1), ["Expired wait 0", "Unavailable wait 800"]);
    clock.advance(800);
    present = true;
    (await server.opened()).send(end("80"));
    assert.deepEqual((await until(4)).at(-1), "all  @80");
  });

  test("does not hammer a server whose watches begin before they are asked to", async () => {
    const first = await server.opened();
    first.send(end("100"), event("ADDED", service("a", "90")));
    await until(2);
    clock.advance(0);
    const second = await server.opened();
    second.send(end("100"), event("ADDED", service("a", "90")));
    assert.deepEqual(await until(4), ["all  @100", "Expired wait 0", "all  @100", "Expired wait 800"]);
  });
});
