import assert from "node:assert/strict";
import { test } from "node:test";
import type { EnvoyFilter } from "../../api/index.ts";
import { config } from "../testing/configs.ts";
import { patchMetadata } from "./patch-metadata.ts";

const names = (configPatches: unknown) =>
  patchMetadata(config("EnvoyFilter", "app/filter", { configPatches }) as EnvoyFilter);
const by = (metadata: unknown) => ({ match: { proxy: { metadata } } });

test("patches choose by the metadata that they name, each once", () => {
  assert.deepEqual(names([by({ A: "1", B: "2" }), by({ A: "3" }), {}]), ["A", "B"]);
});

test("what has not the form of a patch chooses by none", () => {
  assert.deepEqual(names([null, 1, "x", by(null), by(["x"]), { match: null }, by({ A: "1" })]), ["A"]);
  for (const patches of [undefined, null, {}, "x"]) assert.deepEqual(names(patches), []);
});
