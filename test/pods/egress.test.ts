import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { networking } from "./bookinfo.ts";
import { type PodMesh, podsNeed, startPods } from "./index.ts";
import { SiteCertificates } from "./site-certificates.ts";

const known = "198.51.100.1";
const unknown = "198.51.100.2";
/** Where nothing is but what a ServiceEntry puts there. */
const nowhere = "203.0.113.7";

const sites = new SiteCertificates();
const http = { number: 80, name: "http", protocol: "HTTP" };

/** A host outside, at the known address if it is not said otherwise. */
function outside(name: string, spec: object) {
  return networking("ServiceEntry", name, {
    hosts: [`${name}.example.com`],
    location: "MESH_EXTERNAL",
    resolution: "STATIC",
    endpoints: [{ address: known }],
    ports: [http],
    ...spec,
  });
}

describe("egress from real pods", { skip: podsNeed(), timeout: 180_000 }, () => {
  const { dir, remove } = scratch();
  const authority = join(dir, "authority.pem");
  let mesh: PodMesh;

  before(async () => {
    writeFileSync(authority, sites.authority);
    const ports = [
      { number: 80, protocol: "http" },
      { number: 443, protocol: "https" },
      { number: 7000, protocol: "tcp" },
    ] as const;
    const stranger = { proxy: "none", outside: true, pair: sites.issue("secure.example.com"), ports } as const;
    mesh = await startPods({
      meshConfig: { outboundTrafficPolicy: { mode: "REGISTRY_ONLY" } },
      pods: [
        // Envoy does not serve before it has asked for each name, and there is nobody to ask.
        ...["client", "free"].map((name) => ({ name, hosts: { "named.example.com": known } })),
        { name: "known", address: known, ...stranger },
        { name: "unknown", address: unknown, ...stranger },
      ],
      objects: [
        outside("static", {}),
        outside("named", { resolution: "DNS", endpoints: undefined }),
        outside("talk", { addresses: [nowhere], ports: [{ number: 7000, name: "tcp", protocol: "TCP" }] }),
        outside("secure", { ports: [{ ...http, targetPort: 443 }] }),
        networking("DestinationRule", "secure", {
          host: "secure.example.com",
          trafficPolicy: { tls: { mode: "SIMPLE", sni: "secure.example.com", caCertificates: authority } },
        }),
        networking("Sidecar", "free", {
          workloadSelector: { labels: { app: "free" } },
          outboundTrafficPolicy: { mode: "ALLOW_ANY" },
        }),
      ],
    });
  });
  after(async () => {
    await mesh?.[Symbol.asyncDispose]();
    remove();
  });

  /** Calls a host by an address that is not its own: where the call goes is up to Envoy. */
  const call = (pod: string, host: string, address = nowhere) =>
    mesh.pod(pod).get(`http://${address}/`, { host: `${host}.example.com` });
  const talk = (pod: string, address: string) => mesh.pod(pod).converse(address, 7000, "hello", "hello");
  const counter = async (pod: string, name: string) => {
    const [value = 0] = (await mesh.pod(pod).stats(`^cluster\\.${name}$`)).values();
    return value;
  };

  test("a host outside is reached by the endpoints that are given for it", async () => {
    const { echo, error, status } = await call("client", "static");
    assert.equal(echo?.pod, "known", error ?? String(status));
    // Nobody there could check a certificate of the mesh.
    assert.equal(echo?.headers["x-forwarded-client-cert"], undefined);
    assert.equal(await counter("client", "outbound\\|80\\|\\|static\\.example\\.com;?\\.upstream_rq_200"), 1);
  });

  test("a host outside is reached by the address that the DNS has for it", async () => {
    await eventually(async () => {
      const { echo, error, status } = await call("client", "named");
      assert.equal(echo?.pod, "known", error ?? String(status));
    });
  });

  test("a host outside is reached over TCP by an address that stands for it", async () => {
    const { heard, error } = await talk("client", nowhere);
    assert.match(heard, /"pod":"known".*\nhello/, error);
  });

  test("a plain call goes out over TLS where a rule says so", async () => {
    const { echo, text } = await call("client", "secure");
    assert.deepEqual([echo?.pod, echo?.port], ["known", 443], text);
    assert.ok((await counter("client", "outbound\\|80\\|\\|secure\\.example\\.com;?\\.ssl\\.handshake")) > 0);
  });

  test("what no service is known for is blocked where the mesh says so", async () => {
    await mesh.pod("unknown").seen({ forget: true });
    assert.deepEqual((await call("client", "unknown", unknown)).status, 502);
    const { heard } = await talk("client", unknown);
    assert.equal(heard, "");
    assert.ok((await counter("client", "BlackHoleCluster;?\\.upstream_cx_none_healthy")) > 0);
    assert.deepEqual(await mesh.pod("unknown").seen(), []);
  });

  test("what no service is known for goes out where a Sidecar allows it", async () => {
    assert.equal((await call("free", "unknown", unknown)).echo?.pod, "unknown");
    assert.match((await talk("free", unknown)).heard, /"pod":"unknown".*\nhello/);
    assert.ok((await counter("free", "PassthroughCluster;?\\.upstream_cx_total")) >= 2);
    // And what is known is still known.
    assert.equal((await call("free", "static", unknown)).echo?.pod, "known");
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
