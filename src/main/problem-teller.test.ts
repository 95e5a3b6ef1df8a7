import assert from "node:assert/strict";
import { test } from "node:test";
import { configProblem } from "../mesh/index.ts";
import { ProblemTeller } from "./problem-teller.ts";

const problem = (name: string, message = "must be otherwise") =>
  configProblem({ group: "", kind: "Service", namespace: "app", name }, "FW1243", [], message);

test("a problem is told once while it stays, and again when it comes back", () => {
  const told: string[] = [];
  const teller = new ProblemTeller(({ key, message }) => told.push(`${key.name} ${message}`));
  teller.met([problem("a"), problem("a"), problem("b")]);
  teller.met([problem("a")]);
  assert.deepEqual(told.splice(0), ["a must be otherwise", "b must be otherwise"]);
  teller.endRound();
  teller.met([problem("a"), problem("a", "must not be")]);
  assert.deepEqual(told.splice(0), ["a must not be"]);
  teller.endRound();
  teller.met([problem("a"), problem("b")]);
  assert.deepEqual(told, ["b must be otherwise"]);
});
