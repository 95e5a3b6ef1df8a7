import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, before, suite, test } from "node:test";
import { scratch } from "../tools/fairway.ts";
import { contextFiles, type Instruction, readStages, variablesOf, wordsOf } from "./dockerfile.ts";

const root = resolve(import.meta.dirname, "../..");
const stages = readStages(readFileSync(join(root, "Dockerfile"), "utf8"));
const [head = [], build = [], image = []] = stages;
const home = "/opt/fairway";
/** Only root may run something as another user. Others run it as themselves, on files that nobody may write. */
const isRoot = process.getuid?.() === 0;
const [uid = 0, gid = 0] = (wordsOf(image, "USER")[0] ?? "").split(":").map(Number);

/** What `npm ci --omit=dev` installs, from what is installed here. */
function installPackages(into: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: { readonly [path: string]: { readonly dev?: boolean } };
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    if (path !== "" && !dev) cpSync(join(root, path), join(into, path), { recursive: true });
  }
  copyFileSync(join(root, "node_modules/.package-lock.json"), join(into, "node_modules/.package-lock.json"));
}

/** Does what a stage does with files of the context, in another directory than the image's. */
function copyFiles(stage: readonly Instruction[], files: readonly string[], into: string): void {
  for (const { name, words } of stage) {
    if (name === "RUN" && words.join(" ").startsWith("npm ci --omit=dev")) installPackages(into);
    if (name !== "COPY") continue;
    const target = words.at(-1) ?? "";
    for (const source of words.slice(0, -1)) {
      const found = files.filter((file) => file === source || file.startsWith(`${source}/`));
      assert.ok(found.length > 0, `COPY ${source} finds nothing`);
      for (const file of found) {
        // A directory's content goes into the target, a file under its own name.
        const inner =
          file === source ? join(target, file.split("/").at(-1) ?? "") : join(target, file.slice(source.length));
        mkdirSync(dirname(join(into, inner)), { recursive: true });
        copyFileSync(join(root, file), join(into, inner));
      }
    }
  }
}

/** All files below a directory, with what tells a change. */
function listing(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((path) => `${path} ${lstatSync(join(dir, path)).mtimeMs}`)
    .sort();
}

suite("the image", { timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  const tree = join(dir, "opt");
  const data = join(dir, "data");
  const bin = join(dir, "bin");
  before(() => {
    chmodSync(dir, 0o755);
    for (const folder of [tree, data, bin]) mkdirSync(folder);
    copyFiles(build, contextFiles(root), tree);
    copyFileSync(process.execPath, join(bin, "node"), constants.COPYFILE_FICLONE);
    if (isRoot) chownSync(data, uid, gid);
    else
      for (const path of ["", ...readdirSync(tree, { recursive: true, encoding: "utf8" })])
        chmodSync(join(tree, path), 0o555);
  });
  after(() => {
    if (!isRoot)
      for (const path of ["", ...readdirSync(tree, { recursive: true, encoding: "utf8" })])
        chmodSync(join(tree, path), 0o755);
    remove();
  });
  /** The image's own command with arguments, as its user, with nothing of this environment. */
  const run = (...args: readonly string[]) => {
    const [first = ""] = wordsOf(image, "ENTRYPOINT");
    const set = [...variablesOf(image)].map(([name, value]) => [name, value.replace(home, tree)]);
    return spawn(first.replace(home, tree), args, {
      cwd: data,
      env: { PATH: `${bin}:/usr/bin:/bin`, ...Object.fromEntries(set), FAIRWAY_DATA_DIR: data },
      ...(isRoot && { uid, gid }),
      stdio: ["ignore", "pipe", "pipe"],
    });
  };

  test("is of the Node that is asked for elsewhere, and does not run as root", () => {
    const [, version = ""] = /^node_version=(.*)$/m.exec(readFileSync(join(root, "scripts/prepare.sh"), "utf8")) ?? [];
    assert.deepEqual(wordsOf(head, "ARG"), [`NODE_IMAGE=node:${version}-slim`]);
    for (const stage of [build, image]) assert.equal(wordsOf(stage, "FROM")[0], `$\{NODE_IMAGE}`);
    assert.ok(uid > 0 && gid > 0);
  });

  test("has the licences, and no file of a test", () => {
    const files = readdirSync(tree, { recursive: true, encoding: "utf8" });
    for (const name of ["LICENSE", "NOTICE"]) assert.ok(files.includes(name), name);
    for (const name of readdirSync(join(tree, "node_modules")).filter((name) => !name.startsWith("."))) {
      const packages = name.startsWith("@")
        ? readdirSync(join(tree, "node_modules", name)).map((part) => `${name}/${part}`)
        : [name];
      for (const path of packages) assert.ok(existsSync(join(tree, "node_modules", path, "LICENSE")), path);
    }
    const own = files.filter((file) => !file.startsWith("node_modules"));
    assert.deepEqual(
      own.filter((file) => /\.test\.ts$|\/testing\/|\/testdata\/|^(test|bench|docs)\//.test(file)),
      [],
    );
  });

  test("has every source that a source in it imports", () => {
    const sources = readdirSync(join(tree, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const missing = sources.flatMap((file) => {
      const text = readFileSync(join(tree, "src", file), "utf8");
      const imports = [...text.matchAll(/(?:from\s+|import\(|new URL\()"(\.{1,2}\/[^"]+\.ts)"/g)];
      return imports.flatMap(([, to = ""]) => {
        const path = normalize(join(dirname(file), to));
        return existsSync(join(tree, "src", path)) ? [] : `${file} imports ${path}`;
      });
    });
    assert.deepEqual(missing, []);
  });

  test("runs as its user from exactly its files, none of which it writes", async () => {
    const before = listing(tree);
    // As in the chart: on all addresses of the machine.
    const addresses = ["api", "xds", "xds-tls", "http", "ctrlz"].flatMap((name) => [`--${name}-address`, ":0"]);
    const running = run(...wordsOf(image, "CMD"), ...addresses);
    let errors = "";
    running.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: running.stdout })) {
      lines.push(line);
      if (line === "ready") break;
    }
    assert.equal(lines.at(-1), "ready", errors);
    running.kill("SIGTERM");
    const [code] = await once(running, "exit");
    assert.equal(code, 0, errors);
    assert.ok(existsSync(join(data, "kubeconfig")));
    assert.deepEqual(listing(tree), before);
  });
});
