import { execFile } from "node:child_process";
import { join } from "node:path";

/** Runs a tool of node_modules; its output is what is wrong if it fails. */
export function runTool(name: string, args: readonly string[]): Promise<readonly string[]> {
  const path = join(import.meta.dirname, "../../node_modules/.bin", name);
  return new Promise((resolve) => {
    execFile(path, [...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(error ? [`${stdout}${stderr}`.trim()] : []);
    });
  });
}
