import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPath } from "../problem.ts";
import { validate } from "../schema/validate.ts";
import { labelSelector } from "./label-selector.ts";

const where = (requirement: object) => ({ matchExpressions: [requirement] });

const cases: readonly [selector: object, ...expected: string[]][] = [
  [{}],
  [{ matchLabels: { app: "web", "example.com/tier": "" } }],
  [{ matchLabels: { "-app": "web" } }, 'FW0213 matchLabels["-app"]'],
  [{ matchLabels: { app: "a b" } }, "FW0213 matchLabels.app"],
  [where({ key: "app", operator: "In", values: ["a"] })],
  [where({ key: "app", operator: "In", values: [] }), "FW0112 matchExpressions[0].values"],
  [where({ key: "app", operator: "NotIn" }), "FW0112 matchExpressions[0].values"],
  [where({ key: "app", operator: "Exists" })],
  [where({ key: "app", operator: "Exists", values: ["a"] }), "FW0111 matchExpressions[0].values"],
  [
    where({ key: "app", operator: "Like", values: ["a"] }),
    "FW0104 matchExpressions[0].operator",
    "FW0111 matchExpressions[0].values",
  ],
  [where({ key: "a b", operator: "Exists" }), "FW0213 matchExpressions[0].key"],
  [where({ key: "app", operator: "In", values: ["a b"] }), "FW0213 matchExpressions[0].values[0]"],
  [where({ operator: "Exists" }), "FW0103 matchExpressions[0].key"],
];

test("rules of a label selector", () => {
  for (const [selector, ...expected] of cases) {
    const found = validate(labelSelector, selector).map(({ code, path }) => `${code} ${formatPath(path)}`);
    assert.deepEqual(found, expected, JSON.stringify(selector));
  }
});
