import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admit, builtInCatalog, keyOf, type Resource } from "../../src/api/index.ts";
import { mutate } from "../../src/base/testing/mutate.ts";
import { Random } from "../../src/base/testing/random.ts";
import { parseProxy } from "../../src/core/index.ts";
import { buildSnapshot, type MeshSnapshot, meshSettings, updateSnapshot } from "../../src/mesh/index.ts";
import { Registry } from "../../src/registry/index.ts";
import { type Translation, translate, viewOf } from "../../src/translate/index.ts";
import {
  canonical,
  caseNames,
  caseObjects,
  listNames,
  nodeIdentity,
  nodeNames,
  skipReason,
  world,
} from "./istiod-xds.ts";

const perKind = 2000;
/** Several at once, because a snapshot and four translations for each would take minutes. */
const batchSize = 50;

const seeds = Map.groupBy(
  caseNames().flatMap((name) => caseObjects(name)),
  ({ kind }) => kind,
);
const proxies = skipReason === false ? nodeNames.map((node) => parseProxy(nodeIdentity("000-base", node))) : [];

/** Each resource as the text of its canonical form; encoding fails on anything that does not fit Envoy's schema. */
function textOf(translation: Translation): string {
  return JSON.stringify(listNames.map((list) => translation[list].map(({ message }) => canonical(list, message))));
}

function hostile(original: Resource, name: string, random: Random): Resource {
  const { apiVersion, kind, metadata, ...rest } = original;
  const body = mutate({ metadata, ...rest }, random) as { metadata?: unknown } | undefined;
  const told = typeof body?.metadata === "object" ? body.metadata : {};
  const { namespace } = metadata;
  return { ...body, apiVersion, kind, metadata: { ...told, name, ...(namespace && { namespace }) } } as Resource;
}

const kinds = builtInCatalog();

/** The object as the API would store it; undefined if the API refuses it. */
function admitted(resource: Resource): Resource | undefined {
  const found = kinds.findFor(resource);
  assert.ok(found, resource.kind);
  const { resource: stored, problems } = admit(found.kind, resource, found.version);
  return problems.some(({ severity }) => severity === "error") ? undefined : stored;
}

describe("mutated objects", { skip: skipReason, timeout: 300_000 }, () => {
  const registry = new Registry();
  registry.apply(world().map((after) => ({ key: keyOf(after), after })));
  const base = buildSnapshot({ settings: meshSettings({}), registry: registry.snapshot, resources: world(), now: 0 });
  const before = proxies.map((proxy) => ({ proxy, view: viewOf(base, proxy) }));
  const texts = before.map(({ view }) => textOf(translate(view)));

  for (const [kind, originals] of seeds) {
    test(`${perKind} of ${kind}: nothing is thrown, and who does not depend on them is sent the same`, () => {
      const random = new Random(11);
      let taken = 0;
      for (let done = 0; done < perKind; done += batchSize) {
        const objects = Array.from({ length: batchSize }, (_, i) =>
          admitted(hostile(random.pick(originals as [Resource, ...Resource[]]), `hostile-${i}`, random)),
        ).filter((object) => object !== undefined);
        taken += objects.length;
        const changes = objects.map((after) => ({ key: keyOf(after), after }));
        const others = new Registry();
        others.apply([...world().map((after) => ({ key: keyOf(after), after })), ...changes]);
        const snapshot: MeshSnapshot = updateSnapshot(base, { resources: changes, registry: others.snapshot, now: 0 });
        before.forEach(({ proxy, view }, i) => {
          const now = viewOf(snapshot, proxy);
          const translation = translate(now);
          const failed = translation.failures.map(({ plan, error }) => `${plan.name}: ${(error as Error).stack}`);
          assert.deepEqual(failed, []);
          const text = textOf(translation);
          const depends = changes.some(({ key }) => view.scope.dependsOn(key) || now.scope.dependsOn(key));
          if (!depends) assert.equal(text, texts[i], `${proxy.id} depends on none of ${kind}`);
        });
      }
      assert.ok(taken > perKind / 10, `only ${taken} were not refused`);
    });
  }
});
