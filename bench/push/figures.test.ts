import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedSteps, median } from "./figures.ts";
import { sampleMeasure, sampleRun, sampleStep } from "./testing/sample-run.ts";

test("figures are medians of the rounds, ratios medians of the rounds' ratios", () => {
  const run = sampleRun([sampleStep({}, 10, 40, 20), sampleStep({ server: "istiod" }, 100, 50, 400)]);
  const [step, ...rest] = comparedSteps(run);
  assert.deepEqual(rest, []);
  assert.deepEqual(step?.servers.fairway, { lastMs: 20, cpuMs: 40, bytes: 2e6, peak: 20e6 });
  assert.deepEqual(step?.servers.istiod, { lastMs: 100, cpuMs: 200, bytes: 10e6, peak: 100e6 });
  // 0.1, 0.8 and 0.05: the ratio of the medians would be 0.2.
  assert.deepEqual(step?.ratios, { lastMs: 0.1, cpuMs: 0.1, bytes: 0.1, peak: 0.1 });
});

test("steps under other conditions are not compared, and a server alone has no ratio", () => {
  const run = sampleRun([sampleStep({}, 1), sampleStep({ server: "istiod", proxies: 500 }, 2)]);
  const steps = comparedSteps(run);
  assert.deepEqual(
    steps.map(({ proxies, servers, ratios }) => [proxies, Object.keys(servers), ratios]),
    [
      [100, ["fairway"], undefined],
      [500, ["istiod"], undefined],
    ],
  );
});

test("sidecars that a change did not reach are told, and streams that were turned away", () => {
  const { traffic } = sampleMeasure(1);
  const rounds = [sampleMeasure(1), { ...sampleMeasure(1), reached: 7, traffic: { ...traffic, refused: 4 } }];
  const [step] = comparedSteps(sampleRun([sampleStep({ rounds }), sampleStep({ server: "istiod" }, 1, 1)]));
  assert.deepEqual(step?.missed, { fairway: 3 });
  assert.deepEqual(step?.refused, { fairway: 4 });
});

test("the median of an even number is the lower one", () => {
  assert.equal(median([4, 1, 3, 2]), 2);
  assert.equal(median([5]), 5);
});
