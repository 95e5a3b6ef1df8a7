import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { ingressClassKind } from "./ingress-class.ts";

const controller = "istio.io/ingress-controller";
const parameters = (fields: object): object => ({
  spec: { controller, parameters: { kind: "P", name: "p", ...fields } },
});

const rows: readonly Row[] = [
  ["a controller", { spec: { controller } }],
  ["a controller without domain", { spec: { controller: "istio" } }, "FW0107 spec.controller"],
  ["cluster-wide parameters", parameters({})],
  ["parameters in a namespace", parameters({ scope: "Namespace", namespace: "a" })],
  ["parameters in no namespace", parameters({ scope: "Namespace" }), "FW0112 spec.parameters.namespace"],
  ["cluster-wide parameters in a namespace", parameters({ namespace: "a" }), "FW0111 spec.parameters.namespace"],
];

describe("ingressClassKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(ingressClassKind, fields), problems));
  }

  test("keeps its controller", () => {
    const problems = judgeUpdate(ingressClassKind, { spec: { controller } }, { spec: { controller: "a.b/c" } });
    assert.deepEqual(problems, ["FW0116 spec.controller"]);
  });

  test("shows controller and parameters", () => {
    const shown = (fields: object) => cells(ingressClassKind, admitted(ingressClassKind, fields));
    assert.deepEqual(shown({ spec: { controller } }), { Controller: controller, Parameters: "<none>" });
    assert.equal(shown(parameters({ apiGroup: "a.b" })).Parameters, "P.a.b/p");
  });
});
