import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { networking } from "./bookinfo.ts";
import { type Pod, type PodMesh, podsNeed, startPods } from "./index.ts";
import { SiteCertificates } from "./site-certificates.ts";

const sites = new SiteCertificates();
const { authority } = sites;
/** Where several names are found, and no server is. */
const shared = "203.0.113.7";
const names = ["red.example.com", "blue.example.com"];

const tcpPort = { name: "tcp", port: 7000 };
const toVersion = (subset: string, weight: number) => ({ destination: { host: "data", subset }, weight });
const bySni = (sniHost: string, host: string) => ({
  match: [{ port: 443, sniHosts: [sniHost] }],
  route: [{ destination: { host, port: { number: 443 } } }],
});

describe("TCP and TLS in real pods", { skip: podsNeed(), timeout: 180_000 }, () => {
  let mesh: PodMesh;
  let client: Pod;

  before(async () => {
    const data = { ports: [{ number: 7000, protocol: "tcp" }] } as const;
    const site = (name: string) =>
      ({
        name,
        ports: [{ number: 9443, protocol: "https" }],
        pair: sites.issue(...names),
      }) as const;
    mesh = await startPods({
      services: [
        { name: "data", ports: [tcpPort] },
        ...["red", "blue"].map((name) => ({ name, ports: [{ name: "tls", port: 443, targetPort: 9443 }] })),
      ],
      pods: [{ name: "client" }, { name: "data-v1", ...data }, { name: "data-v2", ...data }, site("red"), site("blue")],
      objects: [
        networking("DestinationRule", "data", {
          host: "data",
          subsets: ["v1", "v2"].map((name) => ({ name, labels: { version: name } })),
        }),
        networking("ServiceEntry", "sites", {
          hosts: names,
          addresses: [shared],
          ports: [{ number: 443, name: "tls", protocol: "TLS" }],
          resolution: "NONE",
        }),
        networking("VirtualService", "sites", {
          hosts: names,
          tls: [bySni("red.example.com", "red"), bySni("blue.example.com", "blue")],
        }),
      ],
    });
    client = mesh.pod("client");
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  /** Which versions answered so many conversations, how often. */
  const versions = async (count: number) => {
    const heard: string[] = [];
    const one = async () => {
      while (heard.length < count) {
        const said = await client.converse("data", 7000, "hello", "hello");
        heard.push(/"version":"(\w+)"/.exec(said.heard)?.[1] ?? said.error ?? said.heard);
      }
    };
    await Promise.all(Array.from({ length: 4 }, one));
    return new Map([...Map.groupBy(heard, (each) => each)].map(([version, all]) => [version, all.length]));
  };
  const route = async (...to: readonly object[]) => {
    await mesh.apply(networking("VirtualService", "data", { hosts: ["data"], tcp: [{ route: to }] }));
  };

  test("a route sends conversations to one version", async () => {
    await route(toVersion("v2", 100));
    await eventually(async () => assert.deepEqual([...(await versions(12)).keys()], ["v2"]));
    const used = await client.stats("^cluster\\.outbound\\|7000\\|v2\\|data[^;]*;?\\.upstream_cx_total$");
    assert.ok([...used.values()].some((count) => count >= 12));
  });

  test("conversations are split by weight", async () => {
    await route(toVersion("v1", 75), toVersion("v2", 25));
    await eventually(async () => (await versions(1)).has("v1"));
    const found = await versions(200);
    assert.deepEqual([...found.keys()].sort(), ["v1", "v2"]);
    // The standard deviation is 6.1: one run in 500 million is six of them off.
    assert.ok(Math.abs((found.get("v2") ?? 0) - 50) < 37, `${found.get("v2")} of 200`);
  });

  test("of sites that share an address, the name in the handshake chooses one", async () => {
    for (const site of ["red", "blue"]) {
      const { echo, error } = await client.get(`https://${shared}/`, { host: `${site}.example.com`, authority });
      assert.equal(echo?.pod, site, error);
      const [through = 0] = (
        await client.stats(`^cluster\\.outbound\\|443\\|\\|${site}\\..*upstream_cx_total$`)
      ).values();
      assert.equal(through, 1);
    }
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
