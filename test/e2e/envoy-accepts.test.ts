import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSamples } from "../compare/judge-samples.ts";
import { sampleInputs } from "../compare/sample-inputs.ts";
import { skipReason } from "../golden/istiod-xds.ts";

test("a real Envoy accepts everything that is made of the samples", { skip: skipReason }, async () => {
  const { judged, rejections } = await judgeSamples(sampleInputs());
  assert.deepEqual(
    rejections.map(({ input, node, message }) => `${input} ${node}: ${message}`),
    [],
  );
  assert.ok(judged > 100, `only ${judged} configurations were judged`);
});
