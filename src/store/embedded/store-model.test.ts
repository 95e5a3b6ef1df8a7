import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Resource } from "../../api/resource.ts";
import { type FaultCode, isFault } from "../../base/fault.ts";
import type { WatchEvent } from "../../core/resource-store.ts";
import { rejectsWith, take } from "../testing/contract/check.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { tempDirectory } from "../testing/temp-directory.ts";
import { gadget, gadgetKey, gadgets, testKinds } from "../testing/test-kinds.ts";
import type { VersionedStore } from "../versioned-store.ts";
import { openEmbeddedStore } from "./open-embedded-store.ts";

/** What an object is, as far as the model knows. */
interface ModelObject {
  readonly spec: number;
  readonly status: number | undefined;
  readonly generation: number;
  readonly finalized: boolean;
  readonly deleting: boolean;
}

interface ModelChange {
  readonly revision: number;
  readonly type: WatchEvent["type"];
  readonly name: string;
  readonly object: ModelObject;
}

type Operation =
  | { readonly type: "create"; readonly name: string; readonly value: number; readonly finalized: boolean }
  | { readonly type: "update"; readonly name: string; readonly value: number }
  | { readonly type: "status"; readonly name: string; readonly value: number }
  | { readonly type: "patch"; readonly name: string; readonly value: number }
  | { readonly type: "finalize"; readonly name: string }
  | { readonly type: "delete"; readonly name: string }
  | { readonly type: "compact"; readonly share: number }
  | { readonly type: "restart" };

/** The simplest thing that a store could be: a map, and the list of what happened to it. */
class Model {
  objects = new Map<string, ModelObject>();
  readonly changes: ModelChange[] = [];
  revision = 1;
  compacted = 1;

  /** Applies an operation; returns the fault that it must end in. */
  apply(operation: Exclude<Operation, { type: "compact" | "restart" }>): FaultCode | undefined {
    const { name } = operation;
    const old = this.objects.get(name);
    if (operation.type === "create") {
      if (old) return "AlreadyExists";
      const { value: spec, finalized } = operation;
      this.#put("ADDED", name, { spec, status: undefined, generation: 1, finalized, deleting: false });
      return undefined;
    }
    if (!old) return "NotFound";
    switch (operation.type) {
      case "delete":
        if (!old.finalized) this.#put("DELETED", name, old);
        else if (!old.deleting) this.#put("MODIFIED", name, { ...old, deleting: true, generation: old.generation + 1 });
        break;
      case "finalize":
        if (old.finalized) this.#put(old.deleting ? "DELETED" : "MODIFIED", name, { ...old, finalized: false });
        break;
      case "status":
        if (old.status !== operation.value) this.#put("MODIFIED", name, { ...old, status: operation.value });
        break;
      case "update":
      case "patch": {
        const { value: spec } = operation;
        if (old.spec !== spec) this.#put("MODIFIED", name, { ...old, spec, generation: old.generation + 1 });
        break;
      }
    }
    return undefined;
  }

  /** The objects as they were after a revision. */
  at(revision: number): Map<string, ModelObject> {
    const objects = new Map<string, ModelObject>();
    for (const change of this.changes) {
      if (change.revision > revision) break;
      if (change.type === "DELETED") objects.delete(change.name);
      else objects.set(change.name, change.object);
    }
    return objects;
  }

  #put(type: WatchEvent["type"], name: string, object: ModelObject): void {
    this.revision += 1;
    if (type === "DELETED") this.objects.delete(name);
    else this.objects.set(name, object);
    this.changes.push({ revision: this.revision, type, name, object });
  }
}

function modelled(resource: Resource): ModelObject {
  const { metadata, spec, status } = resource as Resource & { spec: { v: number }; status?: { v: number } };
  return {
    spec: spec.v,
    status: status?.v,
    generation: metadata.generation ?? 0,
    finalized: metadata.finalizers !== undefined,
    deleting: metadata.deletionTimestamp !== undefined,
  };
}

const byName = (items: readonly Resource[]) => new Map(items.map((r) => [r.metadata.name, modelled(r)]));
const changeOf = ({ type, resource }: WatchEvent) => ({
  revision: Number(resource.metadata.resourceVersion),
  type,
  name: resource.metadata.name,
  object: modelled(resource),
});

function perform(
  store: VersionedStore,
  operation: Exclude<Operation, { type: "compact" | "restart" }>,
): Promise<Resource> {
  const { name } = operation;
  const stored = async () => (await store.get(gadgetKey(name))) ?? gadget(name);
  switch (operation.type) {
    case "create": {
      const metadata = operation.finalized ? { finalizers: ["x/hold"] } : {};
      return store.create(gadget(name, { metadata, spec: { v: operation.value } }));
    }
    case "update":
      return stored().then((r) => store.update({ ...r, spec: { v: operation.value } }));
    case "patch":
      return stored().then((r) => store.patch(r, (original) => ({ ...original, spec: { v: operation.value } })));
    case "status":
      return stored().then((r) => store.updateStatus({ ...r, status: { v: operation.value } }));
    case "finalize":
      return stored().then((r) => store.update({ ...r, metadata: { ...r.metadata, finalizers: [] } }));
    case "delete":
      return store.delete(gadgetKey(name));
  }
}

/** Compares everything that the store can be asked with the model. */
async function compare(store: VersionedStore, model: Model, probe: number): Promise<void> {
  const { items, resourceVersion } = await store.list(gadgets, "");
  assert.equal(Number(resourceVersion), model.revision);
  assert.deepEqual(byName(items), model.objects);
  const kept = model.revision - model.compacted;
  const past = model.compacted + Math.floor(probe * (kept + 1));
  assert.deepEqual(byName((await store.listAt(gadgets, "", String(past))).items), model.at(past));
  const expected = model.changes.filter((change) => change.revision > past);
  const events = await take(store.watch({ from: String(past) }), expected.length);
  assert.deepEqual(events.map(changeOf), expected);
  const revisions = (await store.revisions()).filter((r) => Number(r.revision) > model.compacted);
  assert.deepEqual(
    revisions.map((r) => Number(r.revision)).reverse(),
    model.changes.filter((c) => c.revision > model.compacted).map((c) => c.revision),
  );
  if (model.compacted > 1) await rejectsWith("Expired", store.watch({ from: String(model.compacted - 1) }).next());
}

const name = fc.constantFrom("a", "b", "c", "d");
const value = fc.nat(3);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("create" as const), name, value, finalized: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom("update" as const, "status", "patch"), name, value }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("delete" as const, "finalize"), name }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("compact" as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "restart" as const }) },
);

test("embedded: any sequence of operations, compactions and restarts is as in the model", async (t) => {
  const directory = await tempDirectory(t);
  const probes = fc.double({ min: 0, max: 0.999, noNaN: true });
  const steps = fc.array(fc.tuple(operation, probes), { minLength: 10, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const disk = new MemoryDisk();
      const open = async () => (await openEmbeddedStore({ directory, kinds: () => testKinds, disk })).store;
      const model = new Model();
      let store = await open();
      try {
        for (const [step, probe] of sequence) {
          if (step.type === "restart") {
            await store.close();
            store = await open();
          } else if (step.type === "compact") {
            const point = model.compacted + Math.floor(step.share * (model.revision - model.compacted));
            await store.compact(String(point));
            model.compacted = point;
          } else {
            const expected = model.apply(step);
            if (expected) await rejectsWith(expected, perform(store, step));
            else await await perform(store, step);
          }
          await compare(store, model, probe);
        }
      } finally {
        await store.close();
      }
    }),
    { numRuns: 300, seed: 20260101 },
  );
});

test("embedded: writers at once give some order of the same operations", async (t) => {
  const directory = await tempDirectory(t);
  const writes = operation.filter((o) => o.type !== "compact" && o.type !== "restart" && o.type !== "finalize");
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 2, maxLength: 30 }), async (batch) => {
      const disk = new MemoryDisk();
      const { store } = await openEmbeddedStore({ directory, kinds: () => testKinds, disk });
      const watch = store.watch();
      const settled = await Promise.allSettled(batch.map((o) => perform(store, o as Parameters<typeof perform>[1])));
      for (const result of settled) {
        if (result.status === "rejected") assert.ok(isFault(result.reason, "NotFound", "AlreadyExists", "Conflict"));
      }
      const { items, resourceVersion } = await store.list(gadgets, "");
      const events = await take(watch, Number(resourceVersion) - 1);
      assert.deepEqual(
        events.map((e) => Number(e.resource.metadata.resourceVersion)),
        events.map((_, i) => i + 2),
      );
      const replayed = new Map<string, Resource>();
      for (const { type, resource, previous } of events) {
        assert.equal(previous, replayed.get(resource.metadata.name!));
        if (type === "DELETED") replayed.delete(resource.metadata.name!);
        else replayed.set(resource.metadata.name!, resource);
      }
      assert.deepEqual(new Map(items.map((r) => [r.metadata.name, r])), replayed);
      await store.close();
      const { store: again } = await openEmbeddedStore({ directory, kinds: () => testKinds, disk });
      assert.deepEqual(await again.list(gadgets, ""), { items, resourceVersion });
      await again.close();
    }),
    { numRuns: 100, seed: 20260102 },
  );
});
