import assert from "node:assert/strict";
import { test } from "node:test";
import { benchChanges, benchPlan } from "./bench-plan.ts";

const plan = (values: Readonly<Record<string, string | true>>) =>
  benchPlan({
    args: [],
    text: (flag) => (typeof values[flag] === "string" ? values[flag] : undefined),
    list: () => [],
    on: (flag) => values[flag] === true,
  });

test("a short run is the default, and --full measures growth", () => {
  const short = plan({ output: "table" });
  assert.deepEqual(short, {
    proxies: [100],
    services: [1000],
    forms: ["delta", "sotw"],
    changes: [...benchChanges],
    sizes: [1],
    rounds: 3,
    churnSeconds: 5,
    output: "table",
  });
  const full = plan({ full: true, against: "istiod", save: "out", output: "json", rounds: "5" });
  assert.deepEqual(
    [full.proxies, full.services, full.sizes],
    [
      [100, 500, 1000],
      [250, 500, 1000],
      [1, 10, 100],
    ],
  );
  assert.deepEqual([full.against, full.save, full.output, full.rounds], ["istiod", "out", "json", 5]);
});

test("lists are in order and without repetition, and say more than --full", () => {
  const chosen = plan({ full: true, proxies: "50,20,50", changes: "endpoints,virtualservice", forms: "sotw" });
  assert.deepEqual(chosen.proxies, [20, 50]);
  assert.deepEqual(chosen.changes, ["virtualservice", "endpoints"]);
  assert.deepEqual(chosen.forms, ["sotw"]);
});

test("what cannot be measured is refused", () => {
  for (const text of ["0", "-1", "1.5", "ten", "", "10,,20", "20001"]) {
    assert.throws(() => plan({ proxies: text }), /--proxies must be whole numbers from 1 to 20000/);
  }
  assert.throws(() => plan({ changes: "endpoints,gateway" }), /--changes must be some of .*, not 'gateway'/);
  assert.throws(() => plan({ forms: "" }), /--forms must be some of delta, sotw, not ''/);
});
