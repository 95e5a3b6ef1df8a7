/**
 * The process that is killed: several writers on one embedded store, which note in a file what they are about to do and
 * what was acknowledged. `node store-writer.ts DATA-DIR NOTES-FILE SEED`
 */
import { openSync, writeSync } from "node:fs";
import { isFault } from "../../src/base/fault.ts";
import { Random } from "../../src/base/testing/random.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import { gadget, gadgetKey, gadgets, testKinds } from "../../src/store/testing/test-kinds.ts";
import type { Note } from "./store-notes.ts";

const [directory = "", notesFile = "", seed = "0"] = process.argv.slice(2);
const notes = openSync(notesFile, "a");
// Each note is one write: what reached the kernel survives the process.
const note = (entry: Note) => writeSync(notes, `${JSON.stringify(entry)}\n`);

const { store } = await openEmbeddedStore({
  directory,
  kinds: () => testKinds,
  minReclaim: 200_000,
  retention: { revisions: 300, age: 0 },
});
const random = new Random(Number(seed));

async function write(writer: number): Promise<void> {
  for (;;) {
    const name = `w${writer}-${random.below(8)}`;
    const value = random.below(1_000_000_000);
    const spec = { value, pad: "x".repeat(random.below(2000)) };
    const exists = (await store.get(gadgetKey(name))) !== undefined;
    const remove = exists && random.chance(0.3);
    note({ writer, begins: { name, value: remove ? null : value } });
    const { metadata } = await (remove
      ? store.delete(gadgetKey(name))
      : exists
        ? store.update(gadget(name, { spec }))
        : store.create(gadget(name, { spec })));
    note({ writer, revision: Number(metadata.resourceVersion) });
  }
}

/** All writers raise one number, each from the version it has read: no step may be lost or counted twice. */
async function count(writer: number): Promise<void> {
  for (;;) {
    const current = (await store.get(gadgetKey("counter"))) ?? gadget("counter", { spec: { value: 0 } });
    const value = (current.spec as { value: number }).value + 1;
    note({ writer, begins: { name: "counter", value } });
    try {
      const next = { ...current, spec: { value } };
      const { metadata } = await (current.metadata.uid ? store.update(next) : store.create(next));
      note({ writer, revision: Number(metadata.resourceVersion) });
    } catch (fault) {
      if (!isFault(fault, "Conflict", "AlreadyExists")) throw fault;
      note({ writer, refused: true });
    }
  }
}

async function compact(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, random.below(40)));
    await store.compact((await store.list(gadgets, "")).resourceVersion);
  }
}

process.stdout.write("ready\n");
await Promise.all([...[0, 1, 2, 3, 4].map(write), ...[10, 11, 12].map(count), compact()]);
