/** Runs all benchmarks, or the one named: `npm run bench -- store -o json`. Each is a process of its own, so that none warms another. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Each by its program. */
const benchmarks = new Map<string, readonly string[]>([
  ...["store", "registry", "mesh", "translate", "grpc", "http", "edge", "kubernetes"].map(
    (name) => [name, [`${name}.ts`]] as const,
  ),
  ["push", ["../src/main/fairway.ts", "bench"]],
]);

const [first] = process.argv.slice(2);
const named = first !== undefined && benchmarks.has(first);
const rest = process.argv.slice(named ? 3 : 2);
for (const name of named ? [first] : benchmarks.keys()) {
  const [program = "", ...words] = benchmarks.get(name) ?? [];
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, program), ...words, ...rest], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
