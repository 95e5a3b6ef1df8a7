import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../api/index.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import type { WatchEvent } from "../core/index.ts";
import { PublishedState } from "./published-state.ts";

const node = (name: string, labels = {}): Resource => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels, resourceVersion: "7" },
});
const nodes = { group: "", kind: "Node" };
const stateAfter = (after: number, kept = 10) => new PublishedState({ after, kept, clock: new ManualClock() });
const tell = (events: readonly WatchEvent[] = []) =>
  events.map(({ type, resource, previous }) => [
    type,
    resource.metadata.name,
    resource.metadata.resourceVersion,
    previous?.metadata.resourceVersion,
  ]);

test("what is published has versions of its own, which begin where they are told to", async () => {
  const state = stateAfter(100);
  const watch = state.watch({ from: "100" });
  state.publish([
    { type: "MODIFIED", resource: node("a") },
    { type: "ADDED", resource: node("a", { x: "y" }) },
    { type: "DELETED", resource: node("b") },
    { type: "ADDED", resource: node("c") },
    { type: "DELETED", resource: node("a") },
  ]);
  assert.deepEqual(tell(await watch.next()), [
    ["ADDED", "a", "101", undefined],
    ["MODIFIED", "a", "102", "101"],
    ["ADDED", "c", "103", undefined],
    ["DELETED", "a", "104", "102"],
  ]);
  const { items, resourceVersion } = await state.list(nodes, "");
  assert.deepEqual([items.map(({ metadata }) => metadata.name), resourceVersion], [["c"], "104"]);
  assert.equal((await state.get({ ...nodes, namespace: "", name: "c" }))?.metadata.resourceVersion, "103");
});

test("a watch goes on from any version that is kept, and is told of one that is not", async () => {
  const state = stateAfter(1);
  for (let i = 0; i < 3000; i++) state.publish([{ type: "MODIFIED", resource: node("a", { i: String(i) }) }]);
  const recent = state.watch({ from: String(state.revision - 10) });
  assert.equal((await recent.next())?.length, 10);
  await assert.rejects(state.watch({ from: "1" }).next(), { code: "Expired" });
  await assert.rejects(state.watch({ from: "9999" }).next(), { code: "Timeout" });
});

test("a change of every object at once can be watched, however many there are", async () => {
  const state = stateAfter(1);
  const all = (i: number) =>
    Array.from({ length: 3000 }, (_, n) => ({ type: "MODIFIED" as const, resource: node(`n${n}`, { i: String(i) }) }));
  for (let i = 0; i < 5; i++) state.publish(all(i));
  const watch = state.watch({ from: String(state.revision - 2 * 3000) });
  let seen = 0;
  while (seen < 6000) seen += (await watch.next())?.length ?? 0;
  assert.equal(watch.resourceVersion, String(state.revision));
});

test("closing ends watches that wait", async () => {
  const state = stateAfter(1);
  const waiting = state.watch().next();
  state.close();
  assert.equal(await waiting, undefined);
});
