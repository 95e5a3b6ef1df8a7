import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleMeasure, sampleRun, sampleStep } from "./testing/sample-run.ts";
import { amount, textReport } from "./text-report.ts";

test("a run beside a peer is told with ratios, surroundings and growth", () => {
  const { traffic } = sampleMeasure(1);
  const late = { ...sampleMeasure(400), reached: 4, traffic: { ...traffic, refused: 1200 } };
  const text = textReport(
    sampleRun([
      sampleStep({}, 10),
      sampleStep({ server: "istiod" }, 40),
      sampleStep({ proxies: 1000 }, 100),
      sampleStep({ server: "istiod", proxies: 1000, rounds: [late] }),
    ]),
  );
  assert.equal(
    text,
    `2026-01-02T03:04:05.000Z, 60 s; 2 cores (Some CPU), 8 GB, Linux 6; load 0.5 before, 1.5 after
fairway 0.1.0; node v24.0.0

fairway / istiod = ratio of both (below 1: Fairway needs less)

delta, 100 sidecars, 1,000 services
STEP             LAST ACK MS       CPU MS            SENT MB         PEAK MB
virtualservice   10 / 40 = 0.25×   20 / 80 = 0.25×   1 / 4 = 0.25×   10 / 40 = 0.25×

delta, 1,000 sidecars, 1,000 services
STEP             LAST ACK MS         CPU MS              SENT MB           PEAK MB
virtualservice   100 / 400 = 0.25×   200 / 800 = 0.25×   10 / 40 = 0.25×   100 / 400 = 0.25×   istiod: 6 sidecars without it, istiod: 1,200 streams turned away

growth with sidecars
FORM    STEP             SERVER    AT            LAST ACK MS   POWER   CPU MS     POWER
delta   virtualservice   fairway   100 → 1,000   10 → 100      1.00    20 → 200   1.00
delta   virtualservice   istiod    100 → 1,000   40 → 400      1.00    80 → 800   1.00`,
  );
});

test("a run without a peer has Fairway's figures alone", () => {
  const text = textReport(sampleRun([sampleStep({ size: 10 }, 10)]));
  assert.match(text, /^virtualservice × 10 +10 +20 +1 +10$/m);
  assert.doesNotMatch(text, /ratio|growth/);
});

test("amounts have three digits at least", () => {
  assert.deepEqual([0.126, 12.34, 123.4, 1234.5].map(amount), ["0.13", "12.3", "123", "1,235"]);
});
