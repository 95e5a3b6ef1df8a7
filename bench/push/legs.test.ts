import assert from "node:assert/strict";
import { test } from "node:test";
import { legsOf } from "./legs.ts";
import { sampleRun } from "./testing/sample-run.ts";

const { plan } = sampleRun([]);

test("growth along one axis is measured with the others at their base", () => {
  const legs = legsOf({
    ...plan,
    proxies: [100, 500],
    services: [200, 1000],
    sizes: [1, 10],
    changes: ["virtualservice", "meshconfig", "churn"],
  });
  const both = [
    { change: "virtualservice", size: 1 },
    { change: "meshconfig", size: 1 },
  ];
  const [first, ...rest] = both;
  assert.deepEqual(legs, [
    { services: 200, form: "delta", proxies: 100, changes: both, churn: true },
    {
      services: 1000,
      form: "delta",
      proxies: 100,
      changes: [first, { change: "virtualservice", size: 10 }, ...rest],
      churn: true,
    },
    { services: 1000, form: "delta", proxies: 500, changes: both, churn: true },
  ]);
});
