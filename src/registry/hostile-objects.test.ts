import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, type Resource } from "../api/index.ts";
import { mutate } from "../base/testing/mutate.ts";
import { Random } from "../base/testing/random.ts";
import { Registry, type RegistryProblem } from "./registry.ts";
import { defaultRegistrySettings } from "./registry-settings.ts";
import { added, pod, podEndpoint, removed, service, slice } from "./testing/objects.ts";
import { randomObject } from "./testing/random-objects.ts";

test("2,000 mutated objects are reported or taken, never thrown, and the rest goes on", () => {
  const random = new Random(7);
  const problems: RegistryProblem[] = [];
  const registry = new Registry({ report: (problem) => problems.push(problem) });
  const good = [service("good"), pod("g", "10.9.9.9"), slice("good-1", "good", [podEndpoint("g", "10.9.9.9")])];
  registry.apply(added(...good));
  const expected = registry.snapshot.endpointsOfPort(registry.snapshot.service("good.app.svc.cluster.local")!, 80);
  assert.equal(expected.length, 1);
  const below = (end: number) => random.below(end);
  for (let i = 0; i < 2000; i++) {
    const original = randomObject(below);
    const { apiVersion, kind, metadata, ...rest } = original;
    const body = mutate({ metadata, ...rest }, random) as object | undefined;
    const hostile = { metadata, ...body, apiVersion, kind } as unknown as Resource;
    const key = keyOf(original);
    registry.apply([{ key, after: hostile }]);
    if (random.chance(0.1)) registry.applySettings({ ...defaultRegistrySettings, trustDomain: `t${i % 2}` });
    if (random.chance(0.3)) registry.apply(removed(original));
  }
  assert.ok(problems.length > 100, `${problems.length} problems`);
  for (const { key, message } of problems) assert.ok(key.kind !== "" && message !== "");
  registry.applySettings(defaultRegistrySettings);
  const found = registry.snapshot.endpointsOfPort(registry.snapshot.service("good.app.svc.cluster.local")!, 80);
  assert.deepEqual(found, expected);
});
