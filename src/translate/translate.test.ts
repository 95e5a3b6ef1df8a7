import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { plan } from "./plan.ts";
import { type BuildFailure, buildAll, type Resource } from "./translate.ts";

const subject = { group: "networking.istio.io", kind: "VirtualService", namespace: "app", name: "bad" };

function upperCase({ text }: { readonly text: string | undefined }) {
  return { message: (text as string).toUpperCase(), sources: [] };
}

const plans = (text: string | undefined) => [
  plan("b", upperCase, { text: "sound" }),
  plan("a", upperCase, { text }, subject),
];

const texts = (resources: readonly Resource<string>[]) => resources.map(({ name, message }) => `${name} ${message}`);

describe("building what was planned", () => {
  test("sorts by name", () => {
    const failures: BuildFailure[] = [];
    assert.deepEqual(texts(buildAll(plans("too"), failures)), ["a TOO", "b SOUND"]);
    assert.deepEqual(failures, []);
  });

  test("does without a resource whose builder throws, and names the object to blame", () => {
    const failures: BuildFailure[] = [];
    assert.deepEqual(texts(buildAll(plans(undefined), failures)), ["b SOUND"]);
    assert.equal(failures.length, 1);
    assert.equal(failures[0]?.plan.subject, subject);
    assert.match(String(failures[0]?.error), /TypeError/);
  });

  test("keeps the last good resource where its builder throws", () => {
    const failures: BuildFailure[] = [];
    const before = buildAll(plans("good"), failures);
    assert.deepEqual(texts(buildAll(plans(undefined), failures, before)), ["a GOOD", "b SOUND"]);
    assert.equal(failures.length, 1);
  });
});
