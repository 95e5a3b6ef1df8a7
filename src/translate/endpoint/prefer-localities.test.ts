import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseLocality } from "../../core/index.ts";
import { type LocalityGroup, localityGroup } from "./locality-group.ts";
import { indifferent, type LocalityPreference } from "./locality-preference.ts";
import { preferLocalities } from "./prefer-localities.ts";

type Labels = { readonly [key: string]: string };

function group(locality: string, ...members: readonly Labels[]): LocalityGroup {
  const reached = (members.length > 0 ? members : [{}]).map((labels) => ({ message: {}, weight: 1, labels }));
  return localityGroup(parseLocality(locality), reached);
}

/** The groups as `region/zone/subzone: priority`. */
function preferred(groups: readonly LocalityGroup[], preference: Partial<LocalityPreference>): readonly string[] {
  return preferLocalities(groups, { ...indifferent, from: "r1/z1/s1", ...preference }).map(
    ({ locality: { region, zone, subzone }, priority }) => `${[region, zone, subzone].join("/")}: ${priority}`,
  );
}

const everywhere = ["r1/z1/s1", "r1/z1/s2", "r1/z2/s1", "r2/z1/s1", "r3/z1/s1"].map((each) => group(each));

describe("localities by place", () => {
  test("are all the same without a plan", () => {
    assert.deepEqual(preferred([group("r1/z1/s1"), group("r2/z1/s1")], {}), ["r1/z1/s1: 0", "r2/z1/s1: 0"]);
  });

  test("stand in the nearer the sooner", () => {
    const priorities = preferred(everywhere, { plan: {} }).map((each) => each.at(-1));
    assert.deepEqual(priorities.join(""), "01233");
  });

  test("of the region that is to stand in come before other regions", () => {
    const plan = { failover: [{ from: "r1", to: "r3" }] };
    assert.deepEqual(
      preferred(everywhere, { plan })
        .map((each) => each.at(-1))
        .join(""),
      "01243",
    );
  });

  test("have no gaps between their priorities", () => {
    assert.deepEqual(preferred([group("r1/z2/s1"), group("r3/z1/s1")], { plan: {} }), ["r1/z2/s1: 0", "r3/z1/s1: 1"]);
  });

  test("differ by region only where Envoy weighs zones itself", () => {
    assert.deepEqual(
      preferred(everywhere, { plan: {}, byRegion: true })
        .map((each) => each.at(-1))
        .join(""),
      "00011",
    );
  });
});

describe("localities by labels", () => {
  const plan = { failoverPriority: ["region", "zone", "version=v2"] };
  const labelValues = ["r1", "z1", "v2"];

  test("are ranked by the first label that differs, and split where their members differ", () => {
    const mixed = group(
      "r1/z1",
      { region: "r1", zone: "z1", version: "v1" },
      { region: "r1", zone: "z1", version: "v2" },
    );
    const far = group("r2/z1", { region: "r2", zone: "z1", version: "v2" });
    assert.deepEqual(preferred([mixed, far], { plan, labelValues }), ["r1/z1/: 0", "r1/z1/: 1", "r2/z1/: 2"]);
  });

  test("of another network are behind all of the own one, and ranked among themselves", () => {
    const network = "topology.istio.io/network";
    const groups = [
      group("a", { [network]: "n2", zone: "z1" }),
      group("b", { [network]: "n1", zone: "z9" }),
      group("c", { [network]: "n2", zone: "z9" }),
      group("d", { [network]: "n1", zone: "z1" }),
    ];
    const preference = { plan: { failoverPriority: [network, "zone"] }, labelValues: ["n1", "z1"] };
    assert.deepEqual(preferred(groups, preference), ["a//: 2", "b//: 1", "c//: 3", "d//: 0"]);
  });

  test("count before regions that are to stand in", () => {
    const both = { failoverPriority: ["version"], failover: [{ from: "r1", to: "r2" }] };
    const groups = [
      group("r1/z1/s1", { version: "v1" }),
      group("r2/z1/s1", { version: "v2" }),
      group("r3/z1/s1", { version: "v2" }),
    ];
    const priorities = preferred(groups, { plan: both, labelValues: ["v2"] });
    assert.deepEqual(priorities, ["r1/z1/s1: 2", "r2/z1/s1: 0", "r3/z1/s1: 1"]);
  });
});
