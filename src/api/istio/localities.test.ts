import assert from "node:assert/strict";
import { test } from "node:test";
import { checkLocalities } from "./localities.ts";

function faults(...localities: string[]): number[] {
  const indexes: number[] = [];
  checkLocalities(localities, (_code, _message, index) => indexes.push(Number(index)));
  return indexes;
}

test("localities that lie apart", () => {
  for (const apart of [
    ["us", "eu"],
    ["us/a", "us/b"],
    ["us/a/1", "us/a/2", "us/b"],
    ["us/a/*", "us/b/*"],
    ["us/a", "us/*"],
    ["us", "*"],
    [],
  ]) {
    assert.deepEqual(faults(...apart), [], apart.join(" "));
  }
});

test("localities that overlap with one before", () => {
  for (const overlapping of [
    ["us", "us"],
    ["us", "us/a"],
    ["us/a", "us"],
    ["*", "us"],
    ["us/*", "us/a"],
    ["us/a/*", "us/a/1"],
    ["us/a/1", "us/a"],
    ["us/a/1", "us/a/1"],
  ]) {
    assert.deepEqual(faults(...overlapping), [1], overlapping.join(" "));
  }
});

test("localities that are malformed", () => {
  for (const malformed of ["", "/a", "us//1", "us/", "u*s", "us/*/1", "**"]) {
    assert.deepEqual(faults(malformed), [0], malformed);
  }
});
