import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { suite, test } from "node:test";

/** Megabytes that new objects have room in after a lot was made, in a process of its own. */
function nursery(when: "bound" | "wide" | "bound, then wide"): number {
  const program = `
    import { boundHeap, widenHeap } from ${JSON.stringify(new URL("heap-growth.ts", import.meta.url).href)};
    import { getHeapSpaceStatistics } from "node:v8";
    if (${when !== "wide"}) boundHeap();
    if (${when !== "bound"}) widenHeap();
    const kept = [];
    for (let i = 0; i < 3e6; i++) kept[i % 100_000] = { i };
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size / 2 ** 20);
  `;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

suite("the heap", () => {
  test("gives new objects no more room while it is bound, and more again afterwards", () => {
    const bound = nursery("bound");
    assert.ok(bound < nursery("wide"), `${bound} MB`);
    assert.equal(nursery("bound, then wide"), nursery("wide"));
  });
});
