import assert from "node:assert/strict";
import { test } from "node:test";
import { scratch } from "../tools/fairway.ts";
import type { XdsAnswer } from "./ads-client.ts";
import { readStored, repeats, storedAnswer, wholeAnswer, writeStored } from "./stored-answer.ts";

const answer = (clusters: XdsAnswer["clusters"]): XdsAnswer => {
  return { clusters, endpoints: [{ clusterName: "e" }], listeners: [], routes: [], extensions: [] };
};
const base = answer([{ name: "a" }, { name: "b", type: "EDS" }, { name: "gone" }]);
const now = answer([{ name: "a" }, { name: "b", type: "STATIC" }, { name: "c" }]);

test("an answer is kept as what differs from the base, and comes back whole", () => {
  const stored = storedAnswer(now, base);
  assert.deepEqual(stored, {
    clusters: [{ name: "b", type: "STATIC" }, { name: "c" }],
    endpoints: [],
    listeners: [],
    routes: [],
    removed: [{ type: "clusters", name: "gone" }],
  });
  const { dir, remove } = scratch();
  writeStored(dir, "client", stored);
  assert.deepEqual(readStored(dir, "client"), stored);
  assert.equal(readStored(dir, "server"), undefined);
  remove();
  assert.deepEqual(wholeAnswer(stored, base), now);
});

test("an answer repeats another if only listeners differ in content", () => {
  const listening = (name: string, port: number) => storedAnswer({ ...now, listeners: [{ name, port }] }, base);
  assert.equal(repeats(listening("x", 1), listening("x", 2)), true);
  assert.equal(repeats(listening("x", 1), listening("y", 1)), false);
  assert.equal(repeats(storedAnswer(now, base), storedAnswer(base, base)), false);
});
