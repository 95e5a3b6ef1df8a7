import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedSteps } from "./figures.ts";
import { growthsOf } from "./growth.ts";
import { sampleRun, sampleStep } from "./testing/sample-run.ts";

const growths = (...steps: Parameters<typeof sampleRun>[0]) => growthsOf(comparedSteps(sampleRun(steps)));

test("a line has all places of its axis with all else equal, and the power by which it grows", () => {
  const [line, ...rest] = growths(
    sampleStep({ proxies: 1000 }, 1000),
    sampleStep({ proxies: 100 }, 10),
    sampleStep({ proxies: 100, form: "sotw" }, 5),
    sampleStep({ proxies: 500, step: "endpoints" }, 5),
  );
  assert.deepEqual(rest, []);
  assert.deepEqual(
    [line?.axis, line?.server, line?.step, line?.form],
    ["proxies", "fairway", "virtualservice", "delta"],
  );
  assert.deepEqual(
    line?.points.map(({ at, figures }) => [at, figures.cpuMs]),
    [
      [100, 20],
      [1000, 2000],
    ],
  );
  assert.equal(line?.powers.cpuMs.toFixed(3), "2.000");
});

test("each server and each axis has its own lines", () => {
  const lines = growths(
    sampleStep({}, 10),
    sampleStep({ server: "istiod" }, 10),
    sampleStep({ services: 500 }, 10),
    sampleStep({ server: "istiod", services: 500 }, 5),
    sampleStep({ size: 10 }, 10),
  );
  assert.deepEqual(
    lines.map(({ axis, server, powers }) => [axis, server, powers.lastMs.toFixed(2)]),
    [
      ["services", "fairway", "0.00"],
      ["services", "istiod", "1.00"],
      ["size", "fairway", "0.00"],
    ],
  );
});
