import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import type { TopologyRule } from "../core/index.ts";
import { type Candidate, judgeEndpoints, type NodeLabels, type Verdict } from "./judge-endpoints.ts";

const nodes: { readonly [name: string]: NodeLabels } = {
  n0: { zone1: "u1", host: "n0" },
  n1: { zone1: "u2", host: "n1" },
  n2: { zone1: "u2", host: "n2" },
  bare: {},
};
const on = (...names: (string | undefined)[]): Candidate[] => names.map((node) => ({ node, ready: true }));
const any = (...keys: string[]): TopologyRule => ({ mode: "any", keys });
const ordered = (...keys: string[]): TopologyRule => ({ mode: "ordered", keys });

function judge(rule: TopologyRule, own: string, candidates: readonly Candidate[]): readonly Verdict[] {
  const node = (name: string) => (Object.hasOwn(nodes, name) ? nodes[name] : undefined);
  return judgeEndpoints(rule, candidates, { own: node(own), node });
}
const said = (verdicts: readonly Verdict[]) =>
  verdicts.map((verdict) => `${verdict.kept ? "+" : "-"}${verdict.reason}${"key" in verdict ? ` ${verdict.key}` : ""}`);

suite("endpoints by SuperEdge's keys", () => {
  const cases: readonly (readonly [string, TopologyRule, string, Candidate[], string[]])[] = [
    [
      "each place reaches itself: the one",
      any("zone1"),
      "n0",
      on("n0", "n1", "n2"),
      ["+same zone1", "-elsewhere", "-elsewhere"],
    ],
    ["and the other", any("zone1"), "n1", on("n0", "n1", "n2"), ["-elsewhere", "+same zone1", "+same zone1"]],
    [
      "one of the keys is enough",
      any("host", "zone1"),
      "n1",
      on("n1", "n2", "n0"),
      ["+same host", "+same zone1", "-elsewhere"],
    ],
    ["a node that is not known reaches nothing", any("zone1"), "gone", on("n0"), ["-own-node-unknown"]],
    [
      "nor does one without the label",
      any("zone1"),
      "bare",
      on("n0", "bare"),
      ["-own-label-missing", "-own-label-missing"],
    ],
    ["an endpoint without a node is not reached", any("zone1"), "n0", on(undefined, ""), ["-no-node", "-no-node"]],
    ["nor one on a node that is not known", any("zone1"), "n0", on("gone"), ["-node-unknown"]],
    ["nor one whose node lacks the label", any("zone1"), "n0", on("bare"), ["-elsewhere"]],
    ["there is no fall-back", any("zone1", "*"), "n0", on("n1"), ["-elsewhere"]],
    ["names of JavaScript are no labels", any("constructor"), "n0", on("n1"), ["-own-label-missing"]],
  ];
  for (const [name, rule, own, candidates, wanted] of cases) {
    test(name, () => assert.deepEqual(said(judge(rule, own, candidates)), wanted));
  }
});

suite("endpoints by an order of keys", () => {
  const cases: readonly (readonly [string, TopologyRule, string, Candidate[], string[]])[] = [
    [
      "the nearest ones count alone",
      ordered("host", "zone1"),
      "n1",
      on("n1", "n2"),
      ["+same host", "-others-nearer host"],
    ],
    ["then the next key", ordered("host", "zone1"), "n1", on("n2", "n0"), ["+same zone1", "-others-nearer zone1"]],
    [
      "then any node, if the rule says so",
      ordered("zone1", "*"),
      "n0",
      on("n1", undefined),
      ["+any-node", "+any-node"],
    ],
    ["else none", ordered("host", "zone1"), "n0", on("n1"), ["-elsewhere"]],
    ["a key that the own node lacks is passed over", ordered("zone1", "*"), "bare", on("n1"), ["+any-node"]],
    ["a node that is not known reaches any", ordered("zone1", "*"), "gone", on("n1"), ["+any-node"]],
    ["or none", ordered("zone1"), "gone", on("n1"), ["-own-node-unknown"]],
  ];
  for (const [name, rule, own, candidates, wanted] of cases) {
    test(name, () => assert.deepEqual(said(judge(rule, own, candidates)), wanted));
  }

  test("what is not ready does not keep traffic, but is shown where its key counts", () => {
    const candidates = [{ node: "n1", ready: false }, ...on("n2")];
    assert.deepEqual(said(judge(ordered("host", "zone1"), "n1", candidates)), ["+same zone1", "+same zone1"]);
    assert.deepEqual(said(judge(ordered("host"), "n1", candidates)), ["+same host", "-others-nearer host"]);
  });
});

suite("any rule", () => {
  const key = fc.constantFrom("a", "b", "c");
  const labels = fc.dictionary(key, fc.constantFrom("1", "2"), { noNullPrototype: true });
  const cluster = fc.array(labels, { minLength: 1, maxLength: 5 });
  const endpoints = fc.array(fc.record({ node: fc.option(fc.nat(6), { nil: undefined }), ready: fc.boolean() }), {
    maxLength: 8,
  });
  const keys = fc.uniqueArray(key, { minLength: 1 });
  const run = (
    rule: TopologyRule,
    all: readonly NodeLabels[],
    given: readonly { node?: number | undefined; ready: boolean }[],
  ) => {
    const node = (name: string) => all[Number(name)];
    const candidates = given.map((each) => ({ node: each.node?.toString(), ready: each.ready }));
    return { candidates, verdicts: judgeEndpoints(rule, candidates, { own: all[0], node }) };
  };

  test("by SuperEdge's keys keeps exactly what shares one of them", () => {
    fc.assert(
      fc.property(keys, cluster, endpoints, (names, all, given) => {
        const { candidates, verdicts } = run({ mode: "any", keys: names }, all, given);
        const wanted = candidates.map(({ node }) => {
          const labels = all[Number(node)];
          return names.some((name) => all[0]?.[name] !== undefined && all[0][name] === labels?.[name]);
        });
        assert.deepEqual(
          verdicts.map(({ kept }) => kept),
          wanted,
        );
      }),
    );
  });

  test("by an order keeps endpoints of one key only, and never fewer than the strict rule if it ends in any node", () => {
    fc.assert(
      fc.property(keys, cluster, endpoints, (names, all, given) => {
        const { verdicts } = run({ mode: "ordered", keys: names }, all, given);
        const used = new Set(verdicts.flatMap((verdict) => (verdict.reason === "same" ? [verdict.key] : [])));
        assert.ok(used.size <= 1);
        const open = run({ mode: "ordered", keys: [...names, "*"] }, all, given).verdicts;
        assert.equal(
          open.some(({ kept }) => kept),
          given.length > 0,
        );
      }),
    );
  });
});
