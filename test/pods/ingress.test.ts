import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { networking } from "./bookinfo.ts";
import { type CallOptions, type PodMesh, podsNeed, startPods } from "./index.ts";
import { SiteCertificates, tlsSecret } from "./site-certificates.ts";

const sites = new SiteCertificates();
const { authority } = sites;
const serial = ({ certificate }: { readonly certificate: string }) => new X509Certificate(certificate).serialNumber;
const pairs = {
  shop: sites.issue("shop.example.com"),
  blog: sites.issue("blog.example.com"),
  club: sites.issue("club.example.com"),
  vault: sites.issue("vault.example.com"),
};

const port = (number: number, name: string, protocol: string) => ({ number, name, protocol });
const terminated = (site: string, mode = "SIMPLE") => ({
  port: port(443, `https-${site}`, "HTTPS"),
  tls: { mode, credentialName: site },
  hosts: [`${site}.example.com`],
});
const front = networking("Gateway", "front", {
  selector: { app: "gateway" },
  servers: [
    { port: port(80, "http", "HTTP"), hosts: ["blog.example.com"] },
    { port: port(80, "http-moved", "HTTP"), hosts: ["shop.example.com"], tls: { httpsRedirect: true } },
    terminated("shop"),
    terminated("blog"),
    terminated("club", "MUTUAL"),
    { port: port(443, "tls", "TLS"), hosts: ["vault.example.com"], tls: { mode: "PASSTHROUGH" } },
    { port: port(7000, "tcp", "TCP"), hosts: ["*"] },
  ],
});
const routeTo = (host: string, rest: object = {}) => ({ ...rest, route: [{ destination: { host } }] });

describe("an ingress gateway in a real pod", { skip: podsNeed(), timeout: 180_000 }, () => {
  let mesh: PodMesh;
  before(async () => {
    mesh = await startPods({
      services: [
        ...["shop", "blog"].map((name) => ({ name, ports: [{ name: "http", port: 80, targetPort: 9080 }] })),
        {
          name: "vault",
          ports: [
            { name: "https", port: 443, targetPort: 9443 },
            { name: "tcp", port: 7000 },
          ],
        },
      ],
      pods: [
        { name: "shop" },
        { name: "blog" },
        {
          name: "vault",
          ports: [
            { number: 9443, protocol: "https" },
            { number: 7000, protocol: "tcp" },
          ],
          pair: pairs.vault,
        },
        { name: "gateway", proxy: "router" },
        { name: "visitor", proxy: "none" },
      ],
      objects: [
        tlsSecret("shop", pairs.shop),
        tlsSecret("blog", pairs.blog),
        tlsSecret("club", pairs.club, authority),
        front,
        ...Object.entries({ shop: "shop", blog: "blog", club: "blog" }).map(([site, host]) =>
          networking("VirtualService", site, {
            hosts: [`${site}.example.com`],
            gateways: ["front"],
            http: [routeTo(host)],
          }),
        ),
        networking("VirtualService", "vault", {
          hosts: ["vault.example.com"],
          gateways: ["front"],
          tls: [routeTo("vault", { match: [{ port: 443, sniHosts: ["vault.example.com"] }] })],
        }),
        networking("VirtualService", "data", {
          hosts: ["*"],
          gateways: ["front"],
          tcp: [{ match: [{ port: 7000 }], route: [{ destination: { host: "vault", port: { number: 7000 } } }] }],
        }),
      ],
    });
    await eventually(async () => (await visit("https", "vault")).status === 200);
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  const visit = (scheme: string, site: string, options: CallOptions = {}) => {
    const { address } = mesh.pod("gateway").facts;
    return mesh.pod("visitor").get(`${scheme}://${address}/`, { host: `${site}.example.com`, authority, ...options });
  };

  test("plain calls go where their host is routed, to HTTPS, or nowhere", async () => {
    assert.equal((await visit("http", "blog")).echo?.pod, "blog");
    const moved = await visit("http", "shop");
    assert.deepEqual([moved.status, moved.headers["location"]], [301, "https://shop.example.com/"]);
    assert.equal((await visit("http", "vault")).status, 404);
  });

  test("each site is served with its own certificate, which comes from a Secret", async () => {
    for (const site of ["shop", "blog"] as const) {
      const { echo, certificate, error } = await visit("https", site);
      assert.deepEqual([echo?.pod, certificate], [site, serial(pairs[site])], error);
      assert.equal(echo?.headers["x-forwarded-proto"], "https");
    }
  });

  test("a server that nobody serves is refused", async () => {
    assert.equal((await visit("https", "unknown")).error, "ECONNRESET");
  });

  test("a call over a connection to one site is not served for another", async () => {
    const { status } = await visit("https", "shop", { headers: { host: "blog.example.com" } });
    assert.equal(status, 404);
  });

  test("a new certificate is served to new connections, and those that are there go on", async () => {
    const gateway = mesh.pod("gateway");
    const changed = "^listener_manager\\.listener_(added|modified|removed)$";
    const before = await gateway.stats(changed);
    await visit("https", "shop");
    const renewed = sites.issue("shop.example.com");
    await mesh.apply(tlsSecret("shop", renewed));
    await eventually(async () => {
      const { status, certificate } = await visit("https", "shop", { fresh: true });
      assert.deepEqual([status, certificate], [200, serial(renewed)]);
    });
    assert.equal((await visit("https", "shop")).certificate, serial(pairs.shop));
    assert.equal((await visit("https", "blog", { fresh: true })).certificate, serial(pairs.blog));
    assert.deepEqual(await gateway.stats(changed), before);
  });

  test("where visitors must prove who they are, others are refused", async () => {
    const member = "https://example.com/members/1";
    const { status, echo, error } = await visit("https", "club", { pair: sites.issueVisitor(member) });
    assert.deepEqual([status, echo?.pod], [200, "blog"], error);
    assert.match(String(echo?.headers["x-forwarded-client-cert"]), /URI=https:\/\/example\.com\/members\/1/);
    const stranger = new SiteCertificates().issueVisitor(member);
    for (const pair of [undefined, stranger]) {
      const refused = await visit("https", "club", { fresh: true, ...(pair && { pair }) });
      assert.deepEqual([refused.status, refused.echo], [0, undefined]);
      assert.match(String(refused.error), /SSL|ECONNRESET/);
    }
    const [without] = (await mesh.pod("gateway").stats("^listener\\..*443.*ssl\\.fail_verify_no_cert$")).values();
    assert.equal(without, 1);
  });

  test("what passes through is between the visitor and the service", async () => {
    const { echo, certificate } = await visit("https", "vault");
    assert.deepEqual([echo?.pod, certificate], ["vault", serial(pairs.vault)]);
    assert.equal(echo?.headers["x-envoy-attempt-count"], undefined);
    const [through] = (
      await mesh.pod("gateway").stats("^cluster\\.outbound\\|443\\|\\|vault.*upstream_cx_total$")
    ).values();
    assert.ok(through !== undefined && through > 0);
  });

  test("a conversation over TCP goes to the service of its port", async () => {
    const { heard, error } = await mesh
      .pod("visitor")
      .converse(mesh.pod("gateway").facts.address, 7000, "hello", "hello");
    assert.match(heard, /"service":"vault".*\nhello/, error);
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
