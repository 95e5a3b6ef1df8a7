import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { fairway, type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { kubectlRunner } from "../tools/kubectl.ts";

suite("fairway up", () => {
  const { dir, remove } = scratch();
  const data = join(dir, "data");
  const running: RunningFairway[] = [];
  const start = async (args: readonly string[] = []) => {
    const server = await startFairway(data, args);
    running.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });
  after(remove);

  test("prints its addresses, then ready, and ends with 0 on SIGTERM", async () => {
    const server = await start();
    assert.match(server.addresses.get("api") ?? "", /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.match(server.addresses.get("http") ?? "", /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(server.addresses.get("ctrlz") ?? "", /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(server.addresses.get("kubeconfig"), join(data, "kubeconfig"));
    assert.equal(await server.stop(), 0);
  });

  test("keeps secrets to its owner", async () => {
    await start();
    for (const file of ["kubeconfig", "admin-token", "ca.key", "api.key", "store.log"]) {
      assert.equal(statSync(join(data, file)).mode & 0o077, 0, file);
    }
    assert.equal(statSync(data).mode & 0o077, 0);
  });

  test("begins with a sample in an empty store, and leaves it alone after that", async () => {
    const other = scratch();
    const services = (server: RunningFairway) =>
      fetch(`${server.addresses.get("http")}/debug/configz`).then((answer) => answer.text());
    try {
      for (let i = 0; i < 2; i++) {
        const server = await startFairway(other.dir, ["--sample", "bookinfo"]);
        assert.match(await services(server), /"productpage\.mesh"/);
        assert.equal(await server.stop(), 0);
      }
      const { code, err } = await fairway(["up", "--data-dir", other.dir, "--sample", "none"]);
      assert.equal(code, 2);
      assert.match(err, /^error: --sample must be one of bookinfo, not 'none'/m);
    } finally {
      other.remove();
    }
  });

  test("refuses a data directory that another process holds, naming it", async () => {
    const server = await start();
    const { code, err } = await fairway(["up", "--data-dir", data, "--api-address", "127.0.0.1:0"]);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`^error: .*${server.process.pid}.*StoreLocked`, "m"));
  });

  test("says which address is taken and by which flag to change it", async () => {
    const server = await start();
    const taken = (server.addresses.get("api") ?? "").replace("https://", "");
    const other = scratch();
    const free = ["xds", "xds-tls", "http", "ctrlz"].flatMap((part) => [`--${part}-address`, "127.0.0.1:0"]);
    const { code, err } = await fairway(["up", "--data-dir", other.dir, "--api-address", taken, ...free]);
    other.remove();
    assert.equal(code, 2);
    assert.match(err, /^error: api \(--api-address\) cannot listen on .*in use/m);
  });

  test("serves metrics, health and an index of its pages", async () => {
    const server = await start();
    const base = server.addresses.get("http") ?? "";
    const get = async (path: string) => {
      const answer = await fetch(`${base}${path}`);
      return { code: answer.status, text: await answer.text() };
    };
    assert.match((await get("/metrics")).text, /^process_resident_memory_bytes \d+$/m);
    assert.deepEqual(await get("/ready"), { code: 200, text: "ready\n" });
    assert.deepEqual(await get("/healthz/live"), { code: 200, text: "ok\n" });
    assert.match((await get("/")).text, /^\/metrics +Metrics/m);
    assert.equal((await get("/nothing")).code, 404);
  });

  test("changes log levels at run time through ControlZ", async () => {
    const server = await start();
    const base = server.addresses.get("ctrlz") ?? "";
    const scopes = await (await fetch(`${base}/scopej/`)).json();
    assert.deepEqual(Object.keys((scopes as object[])[0] ?? {}), [
      "name",
      "description",
      "output_level",
      "stack_trace_level",
      "log_callers",
    ]);
    const body = JSON.stringify({
      name: "store",
      description: "",
      output_level: "debug",
      stack_trace_level: "error",
      log_callers: true,
    });
    const changed = await fetch(`${base}/scopej/store`, {
      method: "PUT",
      body,
      headers: { "content-type": "text/plain" },
    });
    assert.equal(changed.status, 202);
    const { output_level, log_callers } = (await (await fetch(`${base}/scopej/store`)).json()) as {
      output_level: string;
      log_callers: boolean;
    };
    assert.deepEqual({ output_level, log_callers }, { output_level: "debug", log_callers: true });
    assert.match(await (await fetch(`${base}/scopez/`)).text(), /<td>store<\/td>/);
    for (const [path, bad, code] of [
      ["store", "{", 400],
      ["store", '{"output_level":"loud"}', 400],
      ["nothing", "{}", 404],
    ] as const) {
      assert.equal((await fetch(`${base}/scopej/${path}`, { method: "PUT", body: bad })).status, code);
    }
    const address = base.replace("http://", "");
    const listed = await fairway(["log", "--ctrlz-address", address, "store=warn", "-o", "json"]);
    assert.deepEqual(
      JSON.parse(listed.out).map((s: { name: string; output_level: string }) => [s.name, s.output_level]),
      [["store", "warn"]],
    );
    assert.equal((await fairway(["log", "--ctrlz-address", address, "store=loud"])).code, 2);
    assert.equal((await fairway(["log", "--ctrlz-address", "127.0.0.1:1"])).code, 1);
  });

  test("keeps a directory of files in the store as they change", async () => {
    const config = join(dir, "config");
    mkdirSync(config);
    const map = (name: string, value: string) =>
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, namespace: default}, data: {v: "${value}"}}\n`;
    writeFileSync(join(config, "a.yaml"), map("a", "1"));
    const server = await start(["--config-dir", config]);
    const kubectl = kubectlRunner(join(data, "kubeconfig"));
    const value = (name: string) =>
      kubectl(["get", "configmap", name, "-o", "jsonpath={.data.v}", "--ignore-not-found"]);
    assert.equal(value("a"), "1");
    writeFileSync(join(config, "a.yaml"), map("a", "2"));
    await until(() => value("a") === "2");
    assert.throws(() => kubectl(["delete", "configmap", "a"]), /a\.yaml/, "the file is the one to edit");
    writeFileSync(join(config, "bad.yaml"), "a: [");
    writeFileSync(join(config, "b.yaml"), map("b", "1"));
    await until(() => value("b") === "1");
    assert.equal(value("a"), "2");
    rmSync(join(config, "a.yaml"));
    await until(() => value("a") === "");
    await until(() => /bad\.yaml/.test(server.errors()));
    await swapLikeConfigMap(config, map("b", "9"));
    await until(() => value("b") === "9");
  });
});

/** As the kubelet updates a mounted ConfigMap: a new directory, then one symlink swapped. */
async function swapLikeConfigMap(dir: string, text: string): Promise<void> {
  rmSync(join(dir, "b.yaml"));
  mkdirSync(join(dir, "..2026_01"));
  writeFileSync(join(dir, "..2026_01", "b.yaml"), text);
  symlinkSync("..2026_01", join(dir, "..data_tmp"));
  renameSync(join(dir, "..data_tmp"), join(dir, "..data"));
  symlinkSync("..data/b.yaml", join(dir, "b.yaml"));
}

/** Asks again until it holds; each question is a process of its own, which is pause enough. */
async function until(holds: () => boolean, limit = 20_000): Promise<void> {
  const end = Date.now() + limit;
  while (!holds()) {
    assert.ok(Date.now() < end, "it did not come to hold in time");
    await setImmediate();
  }
}
