import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { suite, test } from "node:test";

const heapGrowth = JSON.stringify(new URL("heap-growth.ts", import.meta.url).href);

/** The number that a program prints, in a process of its own. */
function printed(program: string): number {
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

/** Megabytes that new objects have room in after a lot was made. */
function nursery(when: "bound" | "wide" | "bound, then wide"): number {
  const program = `
    import { boundHeap, widenHeap } from ${heapGrowth};
    import { getHeapSpaceStatistics } from "node:v8";
    if (${when !== "wide"}) boundHeap();
    if (${when !== "bound"}) widenHeap();
    const kept = [];
    for (let i = 0; i < 3e6; i++) kept[i % 100_000] = { i };
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size / 2 ** 20);
  `;
  return printed(program);
}

/** Megabytes of old objects at their highest, in use or not, with so many proxies connected and then some gone. */
function oldObjects(connected: number, gone = 0): number {
  const program = `
    import { GarbageByProxies } from ${heapGrowth};
    import { getHeapSpaceStatistics } from "node:v8";
    const garbage = new GarbageByProxies();
    for (let i = 0; i < ${connected}; i++) garbage.connected();
    for (let i = 0; i < ${gone}; i++) garbage.disconnected();
    const kept = [];
    let highest = 0;
    for (let i = 0; i < 12e6; i++) {
      kept[i % 1_000_000] = { i };
      if (i < 4e6 || i % 10_000 > 0) continue;
      const { space_used_size } = getHeapSpaceStatistics().find((space) => space.space_name === "old_space");
      highest = Math.max(highest, space_used_size);
    }
    console.log(highest / 2 ** 20);
  `;
  return printed(program);
}

suite("the heap", () => {
  test("gives new objects no more room while it is bound, and more again afterwards", () => {
    const bound = nursery("bound");
    assert.ok(bound < nursery("wide"), `${bound} MB`);
    assert.equal(nursery("bound, then wide"), nursery("wide"));
  });

  test("holds less garbage with few proxies than with many, and again when most are gone", () => {
    const [few, many, fewAgain] = [oldObjects(100), oldObjects(500), oldObjects(500, 400)];
    const told = `${few}, ${many} and ${fewAgain} MB`;
    assert.ok(few < 0.95 * many, told);
    assert.ok(fewAgain < 0.95 * many, told);
  });
});
