import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { Deadlines } from "./deadlines.ts";

test("each deadline is missed at its own time, once, unless it was met", () => {
  const clock = new ManualClock();
  const deadlines = new Deadlines(clock, 100);
  const missed: string[] = [];
  const open = (name: string) => deadlines.open(() => missed.push(name));
  open("a");
  clock.advance(40);
  const meet = open("b");
  open("c");
  clock.advance(59);
  assert.deepEqual([...missed], []);
  clock.advance(1);
  assert.deepEqual(missed, ["a"]);
  meet();
  clock.advance(40);
  assert.deepEqual(missed, ["a", "c"]);
});

test("one that is opened after all others were met has its whole time", () => {
  const clock = new ManualClock();
  const deadlines = new Deadlines(clock, 100);
  const missed: string[] = [];
  deadlines.open(() => missed.push("a"))();
  clock.advance(70);
  deadlines.open(() => missed.push("b"));
  clock.advance(99);
  assert.deepEqual([...missed], []);
  clock.advance(1);
  assert.deepEqual([...missed], ["b"]);
  clock.advance(1000);
  deadlines.open(() => missed.push("c"));
  clock.advance(100);
  assert.deepEqual(missed, ["b", "c"]);
});
