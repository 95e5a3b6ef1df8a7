/** The checks that need no running program, in the order in which they run. Each returns what is wrong. */
import { checkCoverage } from "./coverage.ts";
import { checkGenerated } from "./generated.ts";
import { checkLayers } from "./layers.ts";
import { checkLockfile } from "./lockfile.ts";
import { runTool } from "./run-tool.ts";
import { checkStyle } from "./style.ts";

export interface StaticCheck {
  readonly name: string;
  readonly check: () => Promise<readonly string[]>;
}

export const staticChecks: readonly StaticCheck[] = [
  { name: "types (tsc)", check: () => runTool("tsc", ["-p", "."]) },
  { name: "format and lint (biome)", check: () => runTool("biome", ["check", "--error-on-warnings", "."]) },
  { name: "import directions (ARCHITECTURE.md)", check: checkLayers },
  { name: "house style", check: checkStyle },
  { name: "lock file and licences", check: checkLockfile },
  { name: "what is generated is current", check: checkGenerated },
  { name: "docs/coverage.md names real tests", check: checkCoverage },
];
