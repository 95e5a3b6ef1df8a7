import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { cached } from "../tools/cache.ts";

/** A program that is built from a Go module at one version. */
export interface GoProgram {
  /** The file's name. */
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** The import path of its main package. */
  readonly main: string;
  /** Module path → `version`, for modules whose own pins are not what is wanted. */
  readonly replace?: () => ReadonlyMap<string, string>;
  /** What the linker sets: variable → value. */
  readonly variables?: Readonly<Record<string, string>>;
  /** About how long a first build takes, for the line that says so. */
  readonly cost: string;
}

/** Why programs cannot be built from Go here; false if they can. */
export const goSkipReason: false | string =
  spawnSync("go", ["version"], { stdio: "ignore" }).status === 0 ? false : "needs Go 1.26 or newer (go)";

/**
 * The path of the program, built on first use. Builds run one at a time on this machine and at the lowest priority, so
 * that they take nothing from a test that is being measured.
 */
export function goProgram(program: GoProgram): string {
  const { name, version } = program;
  const dir = cached(`${name}-${version}`, (into) => {
    process.stderr.write(`building ${name} ${version} (once, ${program.cost})\n`);
    const work = join(into, "module");
    mkdirSync(work);
    writeFileSync(join(work, "go.mod"), moduleFile(program));
    const flags = Object.entries(program.variables ?? {}).map(([variable, value]) => `-X ${variable}=${value}`);
    go(work, ["get", program.main]);
    build(work, join(into, name), program.main, flags);
    rmSync(work, { recursive: true });
    process.stderr.write(`built ${name} ${version}\n`);
  });
  return join(dir, name);
}

/**
 * The path of a program of our own, whose module is in one folder, by default in `go` beside this file; built on first
 * use and after its sources have changed. `main` is its package in the module, by default the module itself.
 */
export function ownGoProgram(name: string, sources = join(import.meta.dirname, "go", name), main = "."): string {
  const hash = createHash("sha256");
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) => extname(file) !== "");
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(sources, file)));
  const dir = cached(`${name}-${hash.digest("hex").slice(0, 12)}`, (into) => {
    process.stderr.write(`building ${name} (once, about 1 CPU-minute)\n`);
    const work = join(into, "module");
    cpSync(sources, work, { recursive: true });
    build(work, join(into, name), main);
    rmSync(work, { recursive: true });
  });
  return join(dir, name);
}

/** The go.mod of one published version of a module. */
export function publishedModuleFile(module: string, version: string): string {
  const said = execFileSync("go", ["mod", "download", "-json", `${module}@${version}`], {
    encoding: "utf8",
    cwd: "/",
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return (JSON.parse(said) as { readonly GoMod: string }).GoMod;
}

const environment = { ...process.env, GOFLAGS: "-trimpath -buildvcs=false -mod=mod", CGO_ENABLED: "0" };

function moduleFile({ module, version, replace }: GoProgram): string {
  const replaced = [...(replace?.() ?? [])].map(([path, wanted]) => `replace ${path} => ${path} ${wanted}`);
  return ["module fairway.test/peer", "go 1.26", `require ${module} ${version}`, ...replaced, ""].join("\n");
}

/** Builds a main package of the module in `work` into a file; `flags` are the linker's. */
function build(work: string, file: string, main: string, flags: readonly string[] = []): void {
  go(work, ["build", "-p", "2", "-ldflags", ["-s", "-w", ...flags].join(" "), "-o", file, main]);
}

function go(cwd: string, args: readonly string[]): void {
  const lock = join(tmpdir(), "fairway-go-build.lock");
  execFileSync("flock", [lock, "nice", "-n", "19", "go", ...args], {
    cwd,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
}
