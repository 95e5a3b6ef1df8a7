import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Resource } from "../../api/resource.ts";
import { isFault } from "../../base/fault.ts";
import { rejectsWith, take } from "../testing/contract/check.ts";
import { tempDirectory } from "../testing/temp-directory.ts";
import { gadget, gadgetKey, gadgets, testKinds } from "../testing/test-kinds.ts";
import { openEmbeddedStore } from "./open-embedded-store.ts";

const skip = process.getuid?.() === 0 ? false : "needs root for tmpfs";

test("embedded: a disk that runs full and is freed again loses nothing", { skip }, async (t) => {
  const mountPoint = join(await tempDirectory(t), "disk");
  mkdirSync(mountPoint);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", mountPoint], { encoding: "utf8" });
  if (mounted.status !== 0) return t.skip(`needs root for tmpfs: ${mounted.stderr.trim()}`);
  try {
    await fillAndFree(mountPoint);
  } finally {
    spawnSync("umount", ["-l", mountPoint]);
  }
});

async function fillAndFree(mountPoint: string): Promise<void> {
  const ballast = join(mountPoint, "ballast");
  writeFileSync(ballast, Buffer.alloc(700_000));
  const options = { directory: join(mountPoint, "data"), kinds: () => testKinds };
  const { store } = await openEmbeddedStore(options);
  const watch = store.watch();
  const pad = "x".repeat(20_000);
  const acknowledged: Resource[] = [];
  const fill = async () => {
    for (;;) acknowledged.push(await store.create(gadget(`g${acknowledged.length}`, { spec: { pad } })));
  };
  await rejectsWith("StoreFull", fill());
  assert.ok(acknowledged.length > 20, `${acknowledged.length} objects fitted`);

  await rejectsWith("StoreFull", store.update({ ...(acknowledged[0] as Resource), spec: { pad: `${pad}${pad}` } }));
  assert.equal((await store.list(gadgets, "")).items.length, acknowledged.length);
  assert.equal((await store.revisions()).length, acknowledged.length);
  assert.deepEqual(
    (await take(watch, acknowledged.length)).map((e) => e.resource),
    acknowledged,
  );

  await store.close();
  const { store: full } = await openEmbeddedStore(options);
  assert.deepEqual(await full.get(gadgetKey("g3")), acknowledged[3]);
  const writing = full.create(gadget("more", { spec: { pad: pad.repeat(10) } }));
  await assert.rejects(writing, (fault) => isFault(fault, "StoreFull"));

  rmSync(ballast);
  acknowledged.push(await full.create(gadget("more", { spec: { pad: pad.repeat(10) } })));
  await full.close();
  const { store: again, recovered } = await openEmbeddedStore(options);
  assert.equal(recovered, undefined);
  assert.equal((await again.list(gadgets, "")).items.length, acknowledged.length);
  for (const resource of acknowledged) assert.deepEqual(await again.get(gadgetKey(resource.metadata.name!)), resource);
  await again.close();
}
