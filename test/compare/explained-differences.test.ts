import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../tools/fairway.ts";
import type { ComparedResource } from "./compare-answers.ts";
import { differingPaths, explain, readExplanations } from "./explained-differences.ts";

const page = `# Differences

Some prose.

| type | name | path | reason |
|---|---|---|---|
| clusters | \`outbound\\|80\\|.*\` | \`/connectTimeout\` | ours is shorter |
| * | \`.*\` | \`\` | not sent |

| type | name |
|---|---|
| clusters | \`.*\` |
`;

function explanations() {
  const { dir, remove } = scratch();
  try {
    writeFileSync(join(dir, "page.md"), page);
    return readExplanations(join(dir, "page.md"));
  } finally {
    remove();
  }
}

const resource = (there: unknown, here: unknown, name = "outbound|80||a"): ComparedResource => {
  return { list: "clusters", name, outcome: "different", there, here };
};

test("the first table with the four columns is read", () => {
  assert.deepEqual(
    explanations().map(({ list, reason }) => `${list}: ${reason}`),
    ["clusters: ours is shorter", "*: not sent"],
  );
  assert.deepEqual(readExplanations("/nowhere.md"), []);
});

test("a difference is explained only if each place that differs is", () => {
  const [a, b] = [
    { connectTimeout: "1s", type: "EDS" },
    { connectTimeout: "2s", type: "EDS" },
  ];
  assert.equal(explain(resource(a, b), explanations()), "ours is shorter");
  assert.equal(explain(resource(a, b, "outbound|81||a"), explanations()), undefined);
  assert.equal(explain(resource(a, { ...b, type: "STATIC" }), explanations()), undefined);
  assert.equal(explain(resource(a, undefined), explanations()), "not sent");
});

test("places are paths of keys and positions", () => {
  assert.deepEqual(differingPaths({ a: [{ b: 1 }, 2], c: 1 }, { a: [{ b: 2 }, 2], d: 1 }), ["/a/0/b", "/c", "/d"]);
  assert.deepEqual(differingPaths([1], [1, 2]), [""]);
  assert.deepEqual(differingPaths({ a: 1 }, { a: 1 }), []);
});
