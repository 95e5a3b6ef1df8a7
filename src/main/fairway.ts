import { readFileSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

/** The program's version, from package.json. */
function version(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  return version;
}

// Assigning to a key named __proto__ then makes a property like any other, in every library too.
Reflect.deleteProperty(Object.prototype, "__proto__");

// The version is asked for by scripts and shells: it must not wait for the rest of the program.
if (process.argv.length === 3 && /^(--version|-V|version)$/.test(process.argv[2] ?? "")) {
  process.stdout.write(`fairway ${version()}\n`);
} else {
  enableCompileCache();
  const { runProgram } = await import("./program.ts");
  // What was read of the cache is held until it is written: what comes next can have its memory.
  flushCompileCache();
  process.exitCode = await runProgram(process.argv.slice(2), version());
}
