import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freePorts } from "../../src/base/free-ports.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch, startFairway } from "../tools/fairway.ts";
import { startProxy } from "../tools/running-proxy.ts";
import { ask } from "./ask-host.ts";

const meta = (name: string) => ({ name, namespace: "app" });

/** A host outside the mesh, and an answer that the proxy itself gives for it. */
const objectsOf = (name: string, port: number, body: string) => [
  {
    apiVersion: "networking.istio.io/v1",
    kind: "ServiceEntry",
    metadata: meta(name),
    spec: {
      hosts: [`${name}.example.com`],
      resolution: "STATIC",
      ports: [{ number: port, name: "http", protocol: "HTTP" }],
      endpoints: [{ address: "192.0.2.1" }],
    },
  },
  {
    apiVersion: "networking.istio.io/v1",
    kind: "VirtualService",
    metadata: meta(name),
    spec: { hosts: [`${name}.example.com`], http: [{ directResponse: { status: 200, body: { string: body } } }] },
  },
];

test("a proxy that asks for virtual hosts by themselves follows each of them", { timeout: 120_000 }, async (t) => {
  const { dir, remove } = scratch();
  t.after(remove);
  const config = join(dir, "config");
  const data = join(dir, "data");
  mkdirSync(config);
  const [port = 0, adminPort = 0] = await freePorts(2);
  const admin = `http://127.0.0.1:${adminPort}`;
  const write = (name: string, ...objects: readonly object[]) => {
    writeFileSync(join(dir, `${name}.json`), JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
    renameSync(join(dir, `${name}.json`), join(config, `${name}.json`));
  };
  const egress = { port: { number: port, name: "http", protocol: "HTTP" }, bind: "127.0.0.1", captureMode: "NONE" };
  write("sidecar", {
    apiVersion: "networking.istio.io/v1",
    kind: "Sidecar",
    metadata: meta("default"),
    spec: { egress: [{ ...egress, hosts: ["./*"] }], outboundTrafficPolicy: { mode: "REGISTRY_ONLY" } },
  });
  write("a", ...objectsOf("a", port, "a1"));
  write("b", ...objectsOf("b", port, "b1"));
  const server = await startFairway(data, ["--config-dir", config]);
  t.after(() => server.stop());
  const proxy = startProxy([
    ...["--name", "web", "--namespace", "app", "--data-dir", data, "--admin-address", `127.0.0.1:${adminPort}`],
    ...["--xds-address", server.addresses.get("xds") ?? "", "--metadata", '{"VIRTUAL_HOST_DISCOVERY":"true"}'],
  ]);
  t.after(() => proxy.stop());
  const answers = (name: string, expected: string) =>
    eventually(async () => assert.equal(await ask(port, `${name}.example.com`), expected), 60_000);
  const count = async (stat: string) => {
    const said = await (await fetch(`${admin}/stats?filter=${stat}$`)).text();
    return Number(/: (\d+)/.exec(said)?.[1]);
  };
  await answers("a", "a1");
  await answers("b", "b1");
  const dump = await (await fetch(`${server.addresses.get("http")}/debug/config_dump?proxyID=web.app`)).text();
  for (const host of ["a.example.com", "b.example.com", "block_all"])
    assert.ok(dump.includes(`"${port}/${host}`), host);
  const tables = await count(`rds\\.${port}\\.update_success`);
  write("a", ...objectsOf("a", port, "a2"));
  await answers("a", "a2");
  rmSync(join(config, "b.json"));
  await answers("b", "502");
  await answers("a", "a2");
  assert.equal(await count(`rds\\.${port}\\.update_success`), tables);
  assert.equal(await count("update_rejected"), 0);
});
