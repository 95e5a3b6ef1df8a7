import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const root = process.env.FAIRWAY_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "fairway");

/**
 * A directory outside the work tree that holds one tool in one version. `make` fills it on first use; it appears whole or
 * not at all, so that two test files may ask at once and a broken download leaves nothing behind.
 */
export function cached(name: string, make: (dir: string) => void): string {
  const dir = join(root, "tools", name);
  if (existsSync(dir)) return dir;
  mkdirSync(join(root, "tools"), { recursive: true });
  const scratch = mkdtempSync(join(root, "tools", ".making-"));
  try {
    make(scratch);
    renameSync(scratch, dir);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(dir)) throw error;
  }
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
