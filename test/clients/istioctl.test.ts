import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { systemClock } from "../../src/base/clock.ts";
import { freePorts } from "../../src/base/free-ports.ts";
import { issueWorkloadCertificate, readAuthority } from "../../src/pki/index.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { istioctlPath } from "../peers/istioctl.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { fixedEntry } from "../tools/fixed-entry.ts";
import { type RunningProxy, startProxy } from "../tools/running-proxy.ts";

const run = promisify(execFile);

const entry = fixedEntry();

// Its first build takes minutes, of which no test's time is to be taken.
if (goSkipReason === false) istioctlPath();

describe("istioctl, as Istio builds it", { skip: goSkipReason, timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  const config = join(dir, "config");
  const data = join(dir, "data");
  const proxies: RunningProxy[] = [];
  let server: RunningFairway;
  let admin: string;

  /** What a command prints on standard output; it must end well. */
  const istioctl = async (...args: readonly string[]): Promise<string> => {
    // Its commands load a kubeconfig whether they need it or not.
    const env = { ...process.env, KUBECONFIG: join(data, "kubeconfig") };
    return (await run(istioctlPath(), [...args], { env, timeout: 120_000, maxBuffer: 1 << 26 })).stdout;
  };
  const plain = () => ["--xds-address", server.addresses.get("xds") ?? "", "--plaintext"];
  const ask = async (page: string) => JSON.parse(await istioctl("x", "internal-debug", page, ...plain()));
  const rows = (table: string) =>
    table
      .trim()
      .split("\n")
      .map((line) => line.split(/ {2,}/));

  before(async () => {
    mkdirSync(config);
    writeFileSync(join(config, "entry.yaml"), JSON.stringify(entry));
    server = await startFairway(data, ["--config-dir", config]);
    const [port] = await freePorts(1);
    admin = `http://127.0.0.1:${port}`;
    const own = ["--data-dir", data, "--xds-tls-address", server.addresses.get("xds-tls") ?? ""];
    const metadata = JSON.stringify({ CLUSTER_ID: "east" });
    const first = ["--name", "first", "--namespace", "app", "--metadata", metadata];
    proxies.push(startProxy([...first, ...own, "--admin-address", `127.0.0.1:${port}`]));
    proxies.push(startProxy(["--name", "second", "--namespace", "shop", "--mode", "sotw", ...own]));
    await eventually(async () => {
      const statuses = await fetch(`${server.addresses.get("http")}/debug/proxy_status`);
      const known = (await statuses.json()) as readonly {
        readonly types: { readonly [type: string]: { state: string } };
      }[];
      return known.length === 2 && known.every(({ types }) => types["RDS"]?.state === "SYNCED");
    });
  });
  after(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await server?.stop();
    remove();
  });

  test("proxy-status tells of every Envoy that is connected, and how far it has followed", async () => {
    const [head, ...lines] = rows(await istioctl("proxy-status", ...plain()));
    assert.deepEqual(head, ["NAME", "CLUSTER", "ISTIOD", "VERSION", "SUBSCRIBED TYPES"]);
    assert.deepEqual(
      lines.map(([name]) => name),
      ["first.app", "second.shop"],
    );
    assert.equal(lines[0]?.[1], "east");
    assert.match(lines[0]?.at(-1) ?? "", /^\d \(CDS,LDS,EDS,RDS/);
    const [columns, ...verbose] = rows(await istioctl("proxy-status", "-v", "1", ...plain()));
    assert.deepEqual(columns?.slice(0, 7), ["NAME", "CLUSTER", "CDS", "ECDS", "EDS", "LDS", "RDS"]);
    const states = verbose[0]?.slice(0, 7).map((cell) => cell.replace(/ \(.*/, ""));
    assert.deepEqual(states, ["first.app", "east", "SYNCED", "IGNORED", "SYNCED", "SYNCED", "SYNCED"]);
    const [, ...shop] = rows(await istioctl("proxy-status", "--namespace", "shop", ...plain()));
    assert.deepEqual(
      shop.map(([name]) => name),
      ["second.shop"],
    );
    const json = JSON.parse(await istioctl("proxy-status", "-o", "json", ...plain()));
    assert.equal(json.resources.length, 2);
  });

  test("proxy-status of one Envoy finds that it has what it is to have", async () => {
    const dump = join(dir, "dump.json");
    writeFileSync(dump, await (await fetch(`${admin}/config_dump`)).text());
    const said = await istioctl("proxy-status", "first.app", "--file", dump, ...plain());
    assert.match(said, /^Clusters Match\nListeners Match\nRoutes Match/);
  });

  test("proxy-status works over TLS with a certificate of the root namespace", async () => {
    const authority = await readAuthority(data);
    const identity = "spiffe://cluster.local/ns/istio-system/sa/default";
    const pair = issueWorkloadCertificate(authority, identity, 3_600_000, systemClock);
    const certificates = join(dir, "certificates");
    mkdirSync(certificates);
    writeFileSync(join(certificates, "cert-chain.pem"), pair.certificate);
    writeFileSync(join(certificates, "key.pem"), pair.privateKey);
    writeFileSync(join(certificates, "root-cert.pem"), authority.certificate);
    const secure = ["--xds-address", server.addresses.get("xds-tls") ?? "", "--cert-dir", certificates];
    const [, ...lines] = rows(await istioctl("proxy-status", ...secure));
    assert.deepEqual(
      lines.map(([name]) => name),
      ["first.app", "second.shop"],
    );
  });

  test("internal-debug shows the pages, and which there are", async () => {
    const syncz: { readonly proxy: string; readonly cluster_sent: string; readonly cluster_acked: string }[] =
      await ask("syncz");
    assert.deepEqual(
      syncz.map(({ proxy }) => proxy),
      ["first.app", "second.shop"],
    );
    assert.equal(syncz[0]?.cluster_sent, syncz[0]?.cluster_acked);
    assert.equal((await ask("configz"))[0].metadata.name, "fixed");
    assert.equal((await ask("registryz"))[0].hostname, "fixed.example.com");
    assert.match(JSON.stringify(await ask("edsz?proxyID=first.app")), /"address":"192\.0\.2\.1"/);
    assert.match(JSON.stringify(await ask("config_dump?proxyID=second.shop")), /ClustersConfigDump/);
    const list: readonly string[] = JSON.parse(await istioctl("x", "internal-debug", "--list", ...plain()));
    assert.ok(list.includes("syncz") && list.includes("config_dump"));
    await assert.rejects(ask("nothing"), { stderr: /NotFound desc = there is no debug page 'nothing'/ });
  });
});
