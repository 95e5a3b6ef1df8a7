import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseLocality } from "../../core/index.ts";
import { coversLocality, distribute } from "./distribute.ts";
import { localityGroup } from "./locality-group.ts";

const from = parseLocality("r1/z1");
const group = (locality: string, weight: number) =>
  localityGroup(parseLocality(locality), [{ message: {}, weight, labels: {} }]);

function shares(rules: Parameters<typeof distribute>[1], ...groups: readonly ReturnType<typeof group>[]) {
  return Object.fromEntries(
    distribute(groups, rules, from).flatMap(({ locality, weight, reached }) =>
      reached.length > 0 ? [[`${locality.region}/${locality.zone}`, weight]] : [],
    ),
  );
}

describe("shares of localities", () => {
  test("are the first fitting rule's, divided by weight within an entry", () => {
    const rules = [
      { from: "r2/*", to: { "r2/*": 100 } },
      { from: "r1/*", to: { "r1/z1": 80, "r2/*": 20 } },
    ];
    const divided = shares(rules, group("r1/z1", 1), group("r2/z1", 3), group("r2/z2", 1));
    assert.deepEqual(divided, { "r1/z1": 80, "r2/z1": 15, "r2/z2": 5 });
  });

  test("are of the most specific entry, and others get nothing", () => {
    const rules = [{ from: "*", to: { "r1/*": 30, "r1/z1/*": 70 } }];
    assert.deepEqual(shares(rules, group("r1/z1", 1), group("r1/z2", 1), group("r2/z1", 1)), {
      "r1/z1": 70,
      "r1/z2": 30,
    });
  });

  test("are whole numbers where nothing is reached in any locality of an entry", () => {
    const empty = localityGroup(parseLocality("r1/z1"), []);
    const [only] = distribute([empty], [{ from: "*", to: { "r1/*": 100 } }], from);
    assert.equal(only?.weight, 100);
  });

  test("stay as they are if no rule is for the client", () => {
    assert.deepEqual(shares([{ from: "r9", to: { r9: 100 } }], group("r1/z1", 2)), { "r1/z1": 2 });
  });
});

test("a beginning of a locality covers all that is within", () => {
  const within = (place: string) => coversLocality(place, parseLocality("r1/z1/s1"));
  assert.deepEqual(["*", "r1", "r1/*", "r1/z1/*", "r1/z1/s1"].map(within), [true, true, true, true, true]);
  assert.deepEqual(["r2/*", "r1/z2", "r1/z1/s2"].map(within), [false, false, false]);
});
