import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { freePorts } from "../../src/base/free-ports.ts";
import { accessOf } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, spawnFairway, startFairway } from "../tools/fairway.ts";
import { type ApiProxy, startApiProxy } from "./api-proxy.ts";
import { writeKubeconfig } from "./test-cluster.ts";

suite("a control plane that waits for its API server", { timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  let proxy: ApiProxy;
  let kubeconfig = "";
  before(async () => {
    server = await startFairway(join(dir, "server"));
    const access = await accessOf(server.addresses.get("kubeconfig") ?? "");
    proxy = await startApiProxy(access);
    kubeconfig = writeKubeconfig(join(dir, "proxied.json"), proxy.url, access.token);
  });
  after(async () => {
    await proxy?.close();
    await server?.stop();
    remove();
  });

  /** Starts it on ports that are known beforehand. */
  const start = async (name: string) => {
    const [http = 0, xds = 0, tls = 0, ctrlz = 0] = await freePorts(4);
    const addresses = { "http-address": http, "xds-address": xds, "xds-tls-address": tls, "ctrlz-address": ctrlz };
    const flags = Object.entries(addresses).flatMap(([flag, port]) => [`--${flag}`, `127.0.0.1:${port}`]);
    const running = spawnFairway(["up", "--data-dir", join(dir, name), "--kubeconfig", kubeconfig, ...flags]);
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${http}${path}`)).status;
    await eventually(async () => (await status("/healthz/live")) === 200);
    return { ...running, status, xds };
  };

  test("lives, is not ready and serves nobody until every kind was read, and names the rule that it lacks", async () => {
    proxy.intercept(({ path }) => (path === "/api/v1/pods" ? 403 : undefined));
    const { child, errors, output, status, xds } = await start("waiting");
    await eventually(async () => /may not be read: add the rule/.test(errors()));
    const line = errors()
      .split("\n")
      .find((each) => each.includes("may not be read"));
    assert.match(
      String(JSON.parse(line ?? "{}").rule),
      /^\{apiGroups: \[""\], resources: \["pods"\], verbs: \["get", "list", "watch"\]\}$/,
    );
    assert.equal(await status("/ready"), 503);
    assert.equal(await isOpen(xds), false);
    assert.equal(output(), "");
    proxy.relent();
    await eventually(async () => (await status("/ready")) === 200);
    assert.equal(await isOpen(xds), true);
    assert.match(output(), /^xds .*\nxds-tls .*\nhttp .*\nctrlz .*\nready\n$/);
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  });

  test("ends at once when it is told to, however long it waits", async () => {
    proxy.intercept(() => 503);
    const { child } = await start("told");
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [0, null]);
    proxy.relent();
  });

  test("refuses settings that do not go together", async () => {
    const { child, errors } = spawnFairway([
      "up",
      "--kubeconfig",
      kubeconfig,
      "--config-dir",
      dir,
      "--data-dir",
      join(dir, "x"),
      "--http-address",
      "127.0.0.1:0",
    ]);
    assert.deepEqual(await once(child, "exit"), [2, null]);
    assert.match(errors(), /--config-dir is for the embedded store/);
    const missing = spawnFairway([
      "up",
      "--kubeconfig",
      join(dir, "none"),
      "--data-dir",
      join(dir, "y"),
      "--http-address",
      "127.0.0.1:0",
    ]);
    assert.deepEqual(await once(missing.child, "exit"), [2, null]);
    assert.match(missing.errors(), /no kubeconfig at .*none/);
  });
});

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
