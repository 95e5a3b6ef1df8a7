import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { freePorts } from "../../src/base/free-ports.ts";
import type { VirtualHost } from "../../src/gen/envoy/config/route/v3.ts";
import { proxyBootstrap } from "../../src/main/proxy-bootstrap.ts";
import { envoyPath } from "../peers/envoy.ts";
import { startPeer } from "../peers/peer-process.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { ask } from "./ask-host.ts";
import { type PortTable, TableServer } from "./table-server.ts";

/** A virtual host that answers by itself. */
const host = (name: string, answer: string, domains = [`${name}.com`]): VirtualHost => ({
  name,
  domains,
  routes: [{ match: { prefix: "/" }, directResponse: { status: 200, body: { inlineString: answer } } }],
});

async function startEnvoy(dir: string, xds: number, mode: "delta" | "sotw") {
  const [admin = 0] = await freePorts(1);
  const config = join(dir, `${mode}.json`);
  const bootstrap = proxyBootstrap({
    ...{ type: "sidecar", name: mode, mode, namespace: "app", ip: "127.0.0.1", serviceAccount: "", labels: {} },
    ...{ metadata: {}, domainSuffix: "cluster.local" },
    xds: { host: "127.0.0.1", port: xds },
    admin: { host: "127.0.0.1", port: admin },
  });
  writeFileSync(config, JSON.stringify(bootstrap));
  const flags = ["--log-level", "warn", "--concurrency", "1", "--disable-hot-restart", "--drain-time-s", "1"];
  const envoy = await startPeer({
    program: envoyPath(),
    args: ["--config-path", config, ...flags],
    log: join(dir, `${mode}.log`),
    ready: async () => (await fetch(`http://127.0.0.1:${admin}/server_info`)).ok,
  });
  return { stop: () => envoy.stop(), admin: `http://127.0.0.1:${admin}` };
}

describe("an Envoy whose virtual hosts are resources of their own", { timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  let ports: readonly number[] = [];
  let server: TableServer;
  let envoy: { readonly admin: string; stop(): Promise<void> };
  const table = (at: number, name: string, ...virtualHosts: readonly VirtualHost[]): PortTable => ({
    port: ports[at] ?? 0,
    table: { name, virtualHosts, validateClusters: false },
  });
  const answers = async (at: number, expected: { readonly [host: string]: string }) => {
    await eventually(async () => {
      for (const [name, answer] of Object.entries(expected)) assert.equal(await ask(ports[at] ?? 0, name), answer);
    });
  };
  const first = () => table(0, "80", host("a", "a1"), host("b", "b1"), host("all", "rest", ["*"]));

  before(async () => {
    ports = await freePorts(3);
    server = new TableServer([first()]);
    envoy = await startEnvoy(dir, await server.listen(), "delta");
    await answers(0, { "a.com": "a1", "b.com": "b1", "c.com": "rest" });
  });

  after(async () => {
    await envoy.stop();
    await server.close();
    remove();
  });

  test("is sent the host that changed, and nothing else", async () => {
    await server.push([table(0, "80", host("a", "a2"), host("b", "b1"), host("all", "rest", ["*"]))]);
    await answers(0, { "a.com": "a2", "b.com": "b1", "c.com": "rest" });
    assert.deepEqual(
      server.sent.map(({ type, bytes }) => `${type} ${bytes < 300}`),
      ["VHDS true"],
    );
  });

  test("loses a host that is gone, and takes the domain of one for another in the same moment", async () => {
    await server.push([table(0, "80", host("a", "a3", ["b.com"]), host("c", "c1", ["a.com"]))]);
    await answers(0, { "a.com": "c1", "b.com": "a3", "c.com": "404" });
    assert.deepEqual(server.refusals, []);
  });

  test("has hosts with a slash in their names, and two of one name", async () => {
    const hosts = [host("x/y", "slash", ["x.com"]), host("same", "s1", ["s1.com"]), host("same", "s2", ["s2.com"])];
    await server.push([table(0, "80", ...hosts)]);
    await answers(0, { "x.com": "slash", "s1.com": "s1", "s2.com": "s2", "a.com": "404" });
  });

  test("takes a further table into use, also one whose name has a slash, or without any host", async () => {
    await server.push([first(), table(1, "unix:///a/b", host("u", "u1")), table(2, "none")]);
    await answers(0, { "a.com": "a1" });
    await answers(1, { "u.com": "u1" });
    await answers(2, { "a.com": "404" });
    await server.push([first(), table(1, "unix:///a/b", host("u", "u1")), table(2, "none", host("n", "n1"))]);
    await answers(2, { "n.com": "n1" });
  });

  test("is sent all hosts of a table again that it dropped and has anew", async () => {
    await server.push([first()]);
    await eventually(async () => !server.wantsTable("unix:///a/b"));
    await server.push([first(), table(1, "unix:///a/b", host("u", "u1"))]);
    await answers(1, { "u.com": "u1" });
    await server.push([first()]);
    await eventually(async () => !server.wantsTable("unix:///a/b"));
  });

  test("keeps what it has when it refuses hosts, and takes all of the next ones", async () => {
    await server.push([table(0, "80", host("a", "a4"), host("b", "b4"), host("d", "d4", ["a.com"]))]);
    await eventually(async () => server.refusals.length > 0);
    assert.match(server.refusals[0] ?? "", /VHDS: Only unique values for domains are permitted/);
    await answers(0, { "a.com": "a1", "b.com": "b1", "c.com": "rest" });
    await server.push([table(0, "80", host("a", "a5"), host("b", "b4"))]);
    await answers(0, { "a.com": "a5", "b.com": "b4", "c.com": "404", "d.com": "404" });
    assert.equal(server.refusals.length, 1);
  });

  test("has what changed while it was not connected, and is sent no more than that", async () => {
    const connected = server.client;
    server.publish([table(0, "80", host("a", "a5"), host("e", "e1"))]);
    connected?.disconnect("for the test");
    await eventually(async () => server.client !== undefined && server.client !== connected);
    await answers(0, { "a.com": "a5", "e.com": "e1", "b.com": "404" });
    const hosts = server.sent.filter(({ type }) => type === "VHDS");
    assert.deepEqual([hosts.length, (hosts[0]?.bytes ?? 0) < 400], [1, true]);
    assert.equal(server.refusals.length, 1);
  });

  test("takes tables with the hosts in them from a control plane that has no others, and back", async () => {
    const refused = server.refusals.length;
    await server.push([table(0, "80", host("a", "a6"), host("e", "e2"))], false);
    await answers(0, { "a.com": "a6", "e.com": "e2", "b.com": "404" });
    await server.push([table(0, "80", host("a", "a7"), host("f", "f1"))]);
    await answers(0, { "a.com": "a7", "f.com": "f1", "e.com": "404" });
    assert.equal(server.refusals.length, refused);
  });

  test("has tables with their hosts if it speaks the state-of-the-world form", async (t) => {
    const [port = 0] = await freePorts(1);
    const tables = [{ ...first(), port }];
    const whole = new TableServer(tables);
    const other = await startEnvoy(dir, await whole.listen(), "sotw");
    t.after(async () => {
      await other.stop();
      await whole.close();
    });
    await eventually(async () => assert.equal(await ask(port, "a.com"), "a1"));
    assert.deepEqual(whole.refusals, []);
  });
});
