import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatKey, keyOf, type Resource } from "../api/index.ts";
import { Random } from "../base/testing/random.ts";
import type { ResourceChange } from "../core/index.ts";
import { Registry } from "./registry.ts";
import { defaultRegistrySettings, type RegistrySettings } from "./registry-settings.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";
import { added } from "./testing/objects.ts";
import { plainSnapshot } from "./testing/plain-snapshot.ts";
import { randomObject } from "./testing/random-objects.ts";

const settings: RegistrySettings = {
  ...defaultRegistrySettings,
  rootNamespace: "root",
  networks: {
    networks: {
      n4: { endpoints: [{ fromCidr: "10.0.0.0/30" }], gateways: [{ address: "gw.example.com", port: 15443 }] },
      n5: { gateways: [{ registryServiceName: "s1.app.svc.cluster.local", port: 15443 }] },
    },
  },
};

const selecting = { ...settings, discoverySelectors: [{ matchLabels: { watched: "yes" } }] };

/** Some objects that come, change or go; one may do several of it in one batch. */
function randomBatch(random: Random, objects: Map<string, Resource>): ResourceChange[] {
  const below = (end: number) => random.below(end);
  return Array.from({ length: 1 + random.below(4) }, () => {
    const object = randomObject(below);
    const key = keyOf(object);
    const id = formatKey(key);
    const before = objects.get(id);
    if (before !== undefined && random.chance(0.4)) {
      objects.delete(id);
      return { key, before };
    }
    objects.set(id, object);
    return { key, ...(before && { before }), after: object };
  });
}

/** What is the same in both snapshots is the same object, and what is not is in the change. */
function checkSharing(before: RegistrySnapshot, after: RegistrySnapshot, change: ReturnType<Registry["apply"]>): void {
  for (const name of ["services", "endpoints", "workloads", "nodes"] as const) {
    const keys = new Set([...before.parts[name].keys(), ...after.parts[name].keys()]);
    for (const key of keys) {
      const same = before.parts[name].get(key) === after.parts[name].get(key);
      assert.equal(change[name].has(key), !same, `${name} ${key}`);
      if (!same) assert.notDeepEqual(before.parts[name].get(key), after.parts[name].get(key), `${name} ${key}`);
    }
  }
}

describe("what is derived step by step is what is derived at once", () => {
  for (let seed = 1; seed <= 12; seed++) {
    test(`with the seed ${seed}`, () => {
      const random = new Random(seed);
      const objects = new Map<string, Resource>();
      let current = random.chance(0.5) ? settings : selecting;
      const registry = new Registry({ settings: current });
      for (let step = 0; step < 250; step++) {
        const before = registry.snapshot;
        const flip = random.chance(0.02);
        if (flip) current = current === settings ? selecting : settings;
        const change = flip ? registry.applySettings(current) : registry.apply(randomBatch(random, objects));
        checkSharing(before, registry.snapshot, change);
        const fresh = new Registry({ settings: current });
        fresh.apply(added(...objects.values()));
        assert.deepEqual(plainSnapshot(registry.snapshot), plainSnapshot(fresh.snapshot), `step ${step}`);
      }
    });
  }
});
