import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { meshSettings } from "../mesh-settings.ts";
import { config, created } from "../testing/configs.ts";
import {
  changeDestinationRules,
  destinationRuleProblems,
  destinationRulesFor,
  emptyDestinationRuleIndex,
  selectRule,
} from "./destination-rule-index.ts";
import { trafficPolicyFor } from "./traffic-policy-for.ts";

const settings = meshSettings({});
const host = "reviews.app.svc.cluster.local";
const dr = (id: string, spec: object, second = 0) => config("DestinationRule", id, { host, ...spec }, second);
const index = (...resources: readonly Resource[]) =>
  changeDestinationRules(emptyDestinationRuleIndex, created(...resources), settings).index;
const lb = (simple: "RANDOM" | "ROUND_ROBIN" | "LEAST_REQUEST") => ({ trafficPolicy: { loadBalancer: { simple } } });

function found(resources: readonly Resource[], client: string, labels?: { readonly [key: string]: string }) {
  const query = { client, host, owner: "app", rootNamespace: "istio-system" };
  return selectRule(destinationRulesFor(index(...resources), query), client, labels);
}

describe("which rule counts", () => {
  const own = dr("client/own", lb("RANDOM"));
  const owners = dr("app/owners", lb("RANDOM"));
  const ownersHidden = dr("app/hidden", { ...lb("RANDOM"), exportTo: ["."] });
  const ownersWide = dr("app/wide", { host: "*.app.svc.cluster.local", ...lb("RANDOM") });
  const root = dr("istio-system/root", { host: "*.local", ...lb("RANDOM") });
  const elsewhere = dr("else/where", lb("RANDOM"));
  const cases: readonly [string, readonly Resource[], string, string | undefined][] = [
    ["the client's before all", [own, owners, root], "client", "own"],
    ["the service's before the root's", [owners, root], "client", "owners"],
    ["the root's last", [root], "client", "root"],
    ["not one of another namespace", [elsewhere], "client", undefined],
    ["not one that is not exported", [ownersHidden, root], "client", "root"],
    ["but to its own namespace", [ownersHidden, root], "app", "hidden"],
    ["the exact host before a wildcard", [ownersWide, owners], "client", "owners"],
    ["the service's before the root's, seen from the root", [owners, root], "istio-system", "owners"],
    [
      "what the root hides from others, seen from the root",
      [owners, dr("istio-system/r", { exportTo: ["."] })],
      "istio-system",
      "r",
    ],
  ];
  for (const [name, resources, client, expected] of cases) {
    test(name, () => assert.equal(found(resources, client)?.sources[0].name, expected));
  }
});

test("rules for one host join: subsets add up, the first policy and the first subset of a name stay", () => {
  const subset = (name: string, version: string) => ({ name, labels: { version } });
  const all = [
    dr("app/second", { ...lb("ROUND_ROBIN"), subsets: [subset("v1", "3"), subset("v2", "2")] }, 2),
    dr("app/first", { ...lb("RANDOM"), subsets: [subset("v1", "1")] }, 1),
  ];
  const rule = found(all, "app");
  assert.deepEqual(
    rule?.sources.map(({ name }) => name),
    ["first", "second"],
  );
  assert.deepEqual(
    rule?.subsets.map(({ labels }) => labels?.["version"]),
    ["1", "2"],
  );
  assert.equal(rule?.trafficPolicy?.loadBalancer?.simple, "RANDOM");
  assert.deepEqual(
    [...destinationRuleProblems(index(...all))].map(({ code }) => code),
    ["FW1105", "FW1105"],
  );
});

test("rules for other clients stay apart", () => {
  const all = [
    dr("app/a", { ...lb("RANDOM"), exportTo: ["."] }),
    dr("app/b", { ...lb("ROUND_ROBIN"), exportTo: ["*"] }, 1),
  ];
  assert.deepEqual(
    found(all, "app")?.sources.map(({ name }) => name),
    ["a"],
  );
  assert.deepEqual(
    found(all, "client")?.sources.map(({ name }) => name),
    ["b"],
  );
});

test("a rule for selected workloads goes before the general one, for them and outbound only", () => {
  const all = [
    dr("app/general", { ...lb("ROUND_ROBIN"), subsets: [{ name: "v1" }] }),
    dr("app/web", { ...lb("RANDOM"), workloadSelector: { matchLabels: { app: "web" } } }, 1),
  ];
  assert.equal(found(all, "app", { app: "web", x: "y" })?.sources[0].name, "web");
  assert.deepEqual(found(all, "app", { app: "web" })?.subsets, []);
  assert.equal(found(all, "app", { app: "db" })?.sources[0].name, "general");
  assert.equal(found(all, "app")?.sources[0].name, "general");
  assert.equal(found(all, "client", { app: "web" })?.sources[0].name, "general");
});

test("what is said of a host keeps its identity while other hosts change", () => {
  const before = index(dr("app/a", lb("RANDOM")));
  const other = dr("app/b", { host: "ratings", ...lb("RANDOM") });
  const { index: after } = changeDestinationRules(before, created(other), settings);
  const query = { client: "app", host, owner: "app", rootNamespace: "istio-system" };
  assert.equal(destinationRulesFor(after, query)[0], destinationRulesFor(before, query)[0]);
});

describe("policies of ports and subsets", () => {
  const pool = { tcp: { maxConnections: 1 } };
  const port = { number: 80 };
  const rule = found(
    [
      dr("app/a", {
        trafficPolicy: {
          loadBalancer: { simple: "RANDOM" },
          retryBudget: { percent: 1 },
          portLevelSettings: [{ port, connectionPool: pool }],
        },
        subsets: [
          { name: "plain" },
          { name: "own", trafficPolicy: { outlierDetection: {} } },
          { name: "port", trafficPolicy: { portLevelSettings: [{ port, loadBalancer: { simple: "ROUND_ROBIN" } }] } },
        ],
      }),
    ],
    "app",
  );
  assert.ok(rule);
  const random = { loadBalancer: { simple: "RANDOM" } };
  const retryBudget = { percent: 1 };
  for (const [number, subset, expected] of [
    [81, "", { ...random, retryBudget }],
    [80, "", { connectionPool: pool, retryBudget }],
    [80, "plain", { connectionPool: pool, retryBudget }],
    [81, "own", { ...random, retryBudget, outlierDetection: {} }],
    [80, "own", { connectionPool: pool, retryBudget, outlierDetection: {} }],
    [80, "port", { loadBalancer: { simple: "ROUND_ROBIN" }, retryBudget }],
    [81, "port", { ...random, retryBudget }],
    [81, "unknown", { ...random, retryBudget }],
  ] as const) {
    test(`port ${number}, subset '${subset}'`, () =>
      assert.deepEqual(trafficPolicyFor(rule, number, subset), expected));
  }
});
