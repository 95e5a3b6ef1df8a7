/** Runs all benchmarks, or the one named: `npm run bench -- store -o json`. Each is a process of its own, so that none warms another. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const benchmarks = ["store", "registry", "mesh", "translate", "grpc"];

const [first] = process.argv.slice(2);
const named = first !== undefined && benchmarks.includes(first);
const rest = process.argv.slice(named ? 3 : 2);
for (const name of named ? [first] : benchmarks) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...rest], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
