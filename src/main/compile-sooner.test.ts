import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

/** How often a function is called until the engine has compiled it as well as it can, in a process of its own. */
function callsUntilOptimized(when: "sooner" | "as usual" | "by itself"): number {
  const program = `
    import { compileAsUsual, compileSooner } from ${JSON.stringify(new URL("compile-sooner.ts", import.meta.url).href)};
    if (${when !== "by itself"}) compileSooner();
    if (${when === "as usual"}) compileAsUsual();
    const add = (a, b) => a + b;
    const optimizedByTurbofan = 1 << 6;
    let calls = 0;
    while ((%GetOptimizationStatus(add) & optimizedByTurbofan) === 0 && calls < 100_000) add(calls++, 1);
    console.log(calls);
  `;
  const flags = ["--allow-natives-syntax", "--no-concurrent-recompilation", "--input-type=module", "-e", program];
  return Number(execFileSync(process.execPath, flags, { encoding: "utf8" }));
}

test("functions are compiled after fewer calls than the engine waits for by itself, until that is taken back", () => {
  const sooner = callsUntilOptimized("sooner");
  const byItself = callsUntilOptimized("by itself");
  assert.ok(byItself < 100_000, "the engine compiles at all");
  assert.ok(sooner < byItself / 2, `${sooner} calls in place of ${byItself}`);
  assert.equal(callsUntilOptimized("as usual"), byItself);
});
