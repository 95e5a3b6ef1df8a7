import assert from "node:assert/strict";
import { test } from "node:test";
import { plot } from "./plot.ts";
import { sampleRun, sampleStep } from "./testing/sample-run.ts";

const count = (text: string, form: RegExp) => [...text.matchAll(form)].length;

test("a plot has a bar for each figure of each server, longer for more, and a line for each growth", () => {
  const svg = plot(
    sampleRun([
      sampleStep({}, 10),
      sampleStep({ server: "istiod" }, 40),
      sampleStep({ services: 500 }, 10),
      sampleStep({ server: "istiod", services: 500 }, 20),
    ]),
  );
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="[\d.]+"/);
  const bars = [...svg.matchAll(/<rect x="150" y="[\d.]+" width="([\d.]+)" height="8" fill="(#\w+)"/g)];
  assert.deepEqual(
    bars.map(([, width]) => Number(width)),
    [66.7, 200, 100, 200],
    "the scale is logarithmic and ends at the largest of each table",
  );
  assert.equal(count(svg, /height="8"/g), 16);
  assert.equal(count(svg, /<polyline/g), 2);
  assert.equal(count(svg, /NaN|undefined/g), 0);
});

test("figures that are all equal or zero have bars too", () => {
  const svg = plot(sampleRun([sampleStep({}, 0), sampleStep({ step: "endpoints" }, 0)]));
  assert.equal(count(svg, /NaN|Infinity/g), 0);
  assert.equal(count(svg, /width="0\.0"/g), 8);
});
