import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, before, suite, test } from "node:test";
import { fairway, type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const mesh = (host: string) => `
apiVersion: v1
kind: Service
metadata: {name: web, labels: {app: web}}
spec: {selector: {app: web}, ports: [{name: http, port: 80}]}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: web}
spec: {hosts: [${host}], http: [{route: [{destination: {host: web}}]}]}
`;

suite("commands for machines without kubectl", () => {
  const { dir, remove } = scratch();
  const data = join(dir, "data");
  const kubeconfig = join(data, "kubeconfig");
  let server: RunningFairway;
  before(async () => {
    mkdirSync(data);
    server = await startFairway(data);
  });
  after(async () => {
    await server.stop();
    remove();
  });
  const run = (args: readonly string[], input?: string) =>
    fairway([...args, "--kubeconfig", kubeconfig], input === undefined ? {} : { input });

  test("apply says what became of each object", async () => {
    const created = await run(["apply", "-f", "-"], mesh("web"));
    assert.deepEqual(created, {
      code: 0,
      out: "service/web created\nvirtualservice.networking.istio.io/web created\n",
      err: "",
    });
    assert.match((await run(["apply", "-f", "-"], mesh("web"))).out, /^service\/web unchanged\nvirtual.* unchanged\n$/);
    const tried = await run(["apply", "-f", "-", "--dry-run"], mesh("other"));
    assert.match(tried.out, /virtualservice\.networking\.istio\.io\/web \w+ \(dry run\)/);
    assert.match(
      (await run(["apply", "-f", "-"], mesh("other"))).out,
      /service\/web unchanged\nvirtual.* configured\n/,
    );
  });

  test("apply tells what is wrong, goes on, and fails", async () => {
    const bad = `${mesh("[a, a]").replaceAll("name: web", "name: bad")}\n---\n{apiVersion: x.io/v1, kind: X, metadata: {name: x}}\n---\njust text\n`;
    const { code, out, err } = await run(["apply", "-f", "-"], bad);
    assert.equal(code, 1);
    assert.equal(out, "service/bad created\n");
    assert.match(err, /error: .*no matches for kind "X" in version "x\.io\/v1"/);
    assert.match(err, /error: VirtualService "bad" is invalid: spec\.hosts/);
    assert.match(err, /error: a document must have apiVersion, kind and metadata\.name|error: must be an object/);
  });

  test("get shows objects as tables, data or names", async () => {
    assert.match((await run(["get", "svc"])).out, /^NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\(S\) +AGE\n/);
    assert.match((await run(["get", "vs", "-A"])).out, /^NAMESPACE +NAME +GATEWAYS +HOSTS +AGE\ndefault +web /);
    assert.equal(JSON.parse((await run(["get", "VirtualService", "web", "-o", "json"])).out).spec.hosts[0], "other");
    assert.equal((await run(["get", "services", "-l", "app=web", "-o", "name"])).out, "service/bad\nservice/web\n");
    const missing = await run(["get", "svc", "nothing"]);
    assert.deepEqual([missing.code, missing.err], [1, 'error: services "nothing" not found (NotFound)\n']);
    assert.match((await run(["get", "ships"])).err, /error: the server has no kind 'ships'/);
  });

  test("get goes on with what changes", async () => {
    const program = resolve(import.meta.dirname, "../../src/main/fairway.ts");
    const args = [program, "get", "vs", "-w", "-o", "name", "--kubeconfig", kubeconfig];
    const watching: ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> } = spawn(process.execPath, args);
    const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, "virtualservice.networking.istio.io/web");
    await run(["apply", "-f", "-"], mesh("third"));
    assert.equal((await lines.next()).value, "virtualservice.networking.istio.io/web");
    watching.kill();
    await once(watching, "exit");
  });

  test("delete removes by name and by file", async () => {
    const file = join(dir, "mesh.yaml");
    writeFileSync(file, mesh("web"));
    assert.deepEqual(await run(["delete", "service", "bad"]), { code: 0, out: "service/bad deleted\n", err: "" });
    assert.match((await run(["delete", "-f", file])).out, /^virtualservice.*\/web deleted\nservice\/web deleted\n$/);
    assert.equal((await run(["delete", "-f", file])).code, 1);
    assert.equal((await run(["delete", "-f", file, "--ignore-not-found"])).code, 0);
    assert.equal((await run(["delete", "service"])).code, 2);
  });

  test("history shows what was changed, and rollback brings it back", async () => {
    const changes = async (...args: string[]) => JSON.parse((await run(["history", ...args, "-o", "json"])).out);
    assert.match((await run(["apply", "-f", "-"], mesh("one"))).out, /created|configured/);
    const [{ revision }] = await changes("vs", "web", "--limit", "1");
    await run(["apply", "-f", "-"], mesh("two"));
    await run(["delete", "service", "web"]);
    const [newest, before] = await changes("vs", "web");
    assert.deepEqual([newest.change, newest.state.spec.hosts, before.state.spec.hosts], ["updated", ["two"], ["one"]]);
    const all = await run(["history"]);
    assert.match(all.out, /^REVISION +TIME +CHANGE +KIND +NAMESPACE +NAME\n/);
    assert.match(all.out, /^\d+ +\S+Z +deleted +Service +default +web$/m);
    const said = "service/web in default created\nvirtualservice.networking.istio.io/web in default updated\n";
    const tried = await run(["rollback", "--to", revision, "--dry-run"]);
    assert.match(tried.out, /^service\/web in default created \(dry run\)$/m);
    const done = await run(["rollback", "--to", revision]);
    assert.deepEqual([done.code, done.err], [0, ""]);
    for (const line of said.trim().split("\n")) assert.ok(done.out.includes(line), done.out);
    assert.match((await run(["get", "vs", "web", "-o", "yaml"])).out, /hosts:\n +- one/);
    const address = JSON.parse((await run(["get", "service", "web", "-o", "json"])).out).spec.clusterIP;
    const [, gone] = await changes("service", "web");
    assert.deepEqual([gone.change, gone.state.spec.clusterIP], ["deleted", address]);
  });

  test("history and rollback say what is wrong", async () => {
    assert.equal((await run(["history", "vs"])).code, 2);
    assert.equal((await run(["rollback"])).code, 2);
    assert.match(
      (await run(["history", "vs", "nobody"])).err,
      /virtualservices\.networking\.istio\.io "nobody" not found/,
    );
    const odd = await run(["rollback", "--to", "x"]);
    assert.deepEqual([odd.code, odd.out], [2, ""]);
    const late = await run(["rollback", "--to", "999999"]);
    assert.equal(late.code, 1);
    assert.match(late.err, /version 999999 is too large: the store is at \d+/);
  });
});
