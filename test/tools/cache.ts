import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beginDirectory } from "../../src/base/whole-directory.ts";
import { cacheDirectory } from "../../src/main/envoy/cache-directory.ts";

/** A directory outside the work tree that holds one tool in one version. `make` fills it on first use. */
export function cached(name: string, make: (dir: string) => void): string {
  const dir = join(cacheDirectory(process.env), "tools", name);
  if (existsSync(dir)) return dir;
  const making = beginDirectory(dir);
  try {
    make(making.path);
  } catch (error) {
    making.drop();
    throw error;
  }
  making.keep();
  return dir;
}

/** Fetches a package from the npm registry without installing it, checks it, and returns the directory of its files. */
export function fetchNpmPackage(spec: string, integrity: string, into: string): string {
  const file = execFileSync("npm", ["pack", spec, "--pack-destination", into, "--loglevel=error"], {
    cwd: into,
    encoding: "utf8",
  });
  const path = join(into, file.trim().split("\n").at(-1) ?? "");
  const found = `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;
  if (found !== integrity) throw new Error(`${spec} has the checksum ${found}, wanted ${integrity}`);
  execFileSync("tar", ["xzf", path, "-C", into]);
  rmSync(path);
  return join(into, "package");
}
