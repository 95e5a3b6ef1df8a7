import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, type TestContext, test } from "node:test";
import { connect, type TLSSocket } from "node:tls";
import { systemClock } from "../../src/base/clock.ts";
import { freePorts } from "../../src/base/free-ports.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import { GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { issueWorkloadCertificate, loadServerCertificate, readAuthority } from "../../src/pki/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { eventually } from "../tools/eventually.ts";
import { fairway, type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { type RunningProxy, startProxy } from "../tools/running-proxy.ts";

const codec = loadEnvoyCodec();
const host = "shop.example.com";
const identity = "spiffe://cluster.local/ns/edge/sa/gateway";
const sotw = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";

/** The serial number of the certificate that is served on a port. */
async function servedSerial(port: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", servername: host, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect");
    return socket.getPeerX509Certificate()?.serialNumber ?? "";
  } finally {
    socket.destroy();
  }
}

async function getPlain(port: number): Promise<string> {
  const call = httpRequest({ port, host: "127.0.0.1", headers: { host }, agent: false }).end();
  const [answer] = await once(call, "response");
  return text(answer);
}

async function get(port: number, ca: string): Promise<string> {
  const call = httpsRequest({ port, host: "127.0.0.1", servername: host, headers: { host }, ca, agent: false }).end();
  const [answer] = await once(call, "response");
  return text(answer);
}

const networking = (kind: string, name: string, spec: object) => ({
  apiVersion: "networking.istio.io/v1",
  kind,
  metadata: { namespace: "edge", name },
  spec,
});

const serial = (pem: string) => new X509Certificate(pem).serialNumber;

describe("secrets over a running control plane", { timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  const config = join(dir, "config");
  const data = join(dir, "data");
  const proxies: RunningProxy[] = [];
  let server: RunningFairway;
  let ports: { readonly delta: number; readonly sotw: number; readonly peers: number; readonly front: number };

  const pairOf = async (name: string) =>
    loadServerCertificate(dir, name, await readAuthority(data), [host], systemClock);
  const writeSecret = async (namespace: string, pair: string) => {
    const { certificate, privateKey } = await pairOf(pair);
    const stringData = { "tls.crt": certificate, "tls.key": privateKey };
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace, name: "site" } };
    const type = "kubernetes.io/tls";
    writeFileSync(join(config, `${namespace}.json`), JSON.stringify({ ...secret, type, stringData }));
    return serial(certificate);
  };
  const gateway = (port: number, selector: string, tls?: object) =>
    networking("Gateway", selector, {
      selector: { app: selector },
      servers: [
        { port: { number: port, name: "web", protocol: tls ? "HTTPS" : "HTTP" }, hosts: [host], ...(tls && { tls }) },
      ],
    });

  before(async () => {
    mkdirSync(config);
    const [delta = 0, sotw = 0, peers = 0, front = 0] = await freePorts(4);
    ports = { delta, sotw, peers, front };
    const site = { mode: "SIMPLE", credentialName: "site" };
    const hello = { directResponse: { status: 200, body: { string: "hello" } } };
    const objects = [
      gateway(ports.delta, "delta", site),
      gateway(ports.sotw, "sotw", site),
      gateway(ports.peers, "peers", { mode: "ISTIO_MUTUAL" }),
      networking("VirtualService", "shop", { hosts: [host], gateways: ["delta", "sotw", "peers"], http: [hello] }),
      gateway(ports.front, "front"),
      networking("VirtualService", "front", {
        hosts: [host],
        gateways: ["front"],
        http: [{ route: [{ destination: { host: "peers.mesh" } }] }],
      }),
      networking("ServiceEntry", "peers", {
        hosts: ["peers.mesh"],
        ports: [{ number: 80, name: "http", protocol: "HTTP" }],
        location: "MESH_INTERNAL",
        resolution: "STATIC",
        endpoints: [{ address: "127.0.0.1", ports: { http: ports.peers } }],
      }),
      networking("DestinationRule", "peers", {
        host: "peers.mesh",
        trafficPolicy: { tls: { mode: "ISTIO_MUTUAL", sni: host, subjectAltNames: [identity] } },
      }),
    ];
    for (const [i, object] of objects.entries()) writeFileSync(join(config, `${i}.json`), JSON.stringify(object));
    server = await startFairway(data, ["--config-dir", config]);
  });
  after(async () => {
    for (const proxy of proxies) await proxy.stop();
    await server?.stop();
    remove();
  });

  const startGateway = (app: string, mode: string) => {
    const proxy = startProxy([
      ...["--node-type", "router", "--name", `${app}-1`, "--namespace", "edge", "--labels", `app=${app}`],
      ...["--service-account", "gateway", "--mode", mode, "--data-dir", data, "--admin-address", "none"],
      ...["--xds-tls-address", server.addresses.get("xds-tls") ?? ""],
    ]);
    proxies.push(proxy);
    return proxy;
  };

  for (const mode of ["delta", "sotw"] as const) {
    test(`a gateway serves the certificate of a Secret, and the next one once it changes (${mode})`, async () => {
      const port = ports[mode];
      const first = await writeSecret("edge", "first");
      const proxy = startGateway(mode, mode);
      await eventually(async () => assert.equal(await servedSerial(port), first, proxy.said()));
      assert.equal(await get(port, readFileSync(join(data, "ca.crt"), "utf8")), "hello");
      const second = await writeSecret("edge", "second");
      assert.notEqual(second, first);
      await eventually(async () => assert.equal(await servedSerial(port), second, proxy.said()));
      // A Secret that cannot be used changes nothing for who has a good one.
      const { privateKey } = await pairOf("first");
      const { certificate } = await pairOf("second");
      const broken = { "tls.crt": certificate, "tls.key": privateKey };
      const secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace: "edge", name: "site" } };
      const object = { ...secret, type: "kubernetes.io/tls", stringData: broken };
      writeFileSync(join(config, "edge.json"), JSON.stringify(object));
      await eventually(async () =>
        assert.match(server.errors(), /Object cannot be used as a secret.*its own certificate/),
      );
      assert.equal(await servedSerial(port), second);
      assert.equal(await proxy.stop(), 0);
    });
  }

  test("plain Envoy has the certificate of its identity, and takes those of the mesh", async () => {
    const proxy = startGateway("peers", "delta");
    const authority = await readAuthority(data);
    const pair = issueWorkloadCertificate(authority, "spiffe://cluster.local/ns/a/sa/b", 3_600_000, systemClock);
    const to = {
      port: ports.peers,
      host: "127.0.0.1",
      servername: host,
      rejectUnauthorized: true,
      ca: authority.certificate,
    };
    const call = (client: object) =>
      httpsRequest({ ...to, ...client, agent: false, headers: { host }, checkServerIdentity: () => undefined }).end();
    const own = { cert: pair.certificate, key: pair.privateKey };
    const answer = await eventually(async () => {
      const [response] = await once(call(own), "response");
      return response as IncomingMessage;
    });
    const names = (answer.socket as TLSSocket).getPeerX509Certificate()?.subjectAltName;
    assert.equal(names, `URI:${identity}`);
    assert.equal(await text(answer), "hello");
    await assert.rejects(once(call({}), "response"), /certificate required|ECONNRESET|socket hang up/);
    // And two of them speak the mesh's mutual TLS with each other.
    const front = startGateway("front", "sotw");
    const through = await eventually(async () => {
      const response = await getPlain(ports.front);
      return response === "hello" && response;
    });
    assert.equal(through, "hello");
    assert.deepEqual([await front.stop(), await proxy.stop()], [0, 0]);
  });

  /** What is answered to names on a stream of its own, or with what it ends. */
  async function ask(
    t: TestContext,
    address: "xds" | "xds-tls",
    options: { identity?: string; namespace?: string; names: readonly string[] },
  ) {
    const authority = await readAuthority(data);
    const pair = options.identity && issueWorkloadCertificate(authority, options.identity, 3_600_000, systemClock);
    const client = new GrpcClient(`${address === "xds" ? "http" : "https"}://${server.addresses.get(address)}`, {
      ca: authority.certificate,
      ...(pair && { cert: pair.certificate, key: pair.privateKey }),
    });
    t.after(() => client.close());
    const call = client.call(sotw);
    const { namespace = "edge", names } = options;
    const send = (typeUrl: string, resourceNames: readonly string[]) => {
      const node = { id: `router~10.0.0.9~x.${namespace}~${namespace}.svc.cluster.local` };
      call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", { node, typeUrl, resourceNames }));
    };
    send(xdsTypes.secret, names);
    // What comes after the secrets tells that there are none.
    send(xdsTypes.listener, []);
    const answered: string[] = [];
    for (let bytes = await call.next(); bytes; bytes = await call.next()) {
      const response = codec.decode("envoy.service.discovery.v3.DiscoveryResponse", bytes);
      if (response.typeUrl === xdsTypes.listener) return { answered };
      answered.push(...(response.resources ?? []).map((resource) => String((resource as { name?: string }).name)));
    }
    return { answered, ended: await call.ended };
  }

  const names = ["kubernetes://site", "kubernetes://edge/site", "kubernetes://none", "default", "ROOTCA"];

  test("are for who proves an identity, of its own namespace only", async (t) => {
    await writeSecret("edge", "first");
    const mine = ["kubernetes://site", "kubernetes://edge/site", "default", "ROOTCA"];
    await eventually(async () => {
      const { answered } = await ask(t, "xds-tls", { identity, names });
      assert.deepEqual(answered.sort(), [...mine].sort());
    });
    const other = { identity: "spiffe://cluster.local/ns/other/sa/gateway", namespace: "other", names };
    const { answered } = await ask(t, "xds-tls", other);
    assert.deepEqual(answered.sort(), ["ROOTCA", "default"]);
  });

  test("are for nobody in plain text", async (t) => {
    assert.deepEqual(await ask(t, "xds", { names }), { answered: [] });
  });

  test("are not for who claims to be somebody else, or cannot say who he is", async (t) => {
    const stolen = await ask(t, "xds-tls", { identity, namespace: "other", names });
    assert.equal(stolen.ended?.code, 7);
    assert.match(stolen.ended?.message ?? "", /of namespace 'other', but its certificate is of 'edge'/);
    assert.equal((await ask(t, "xds-tls", { names })).ended?.code, 16);
    const strange = await ask(t, "xds-tls", { identity: "spiffe://evil.example/ns/edge/sa/gateway", names });
    assert.equal(strange.ended?.code, 16);
    assert.deepEqual(
      [stolen, strange].flatMap(({ answered }) => answered),
      [],
    );
  });

  test("are not needed to see what a proxy would be started with", async () => {
    const { code, out } = await fairway(["proxy", "bootstrap", "--name", "web-1", "--xds-address", "127.0.0.1:15010"]);
    assert.equal(code, 0);
    assert.match(JSON.parse(out).node.id, /^sidecar~[\d.]+~web-1\.default~default\.svc\.cluster\.local$/);
    const none = await fairway(["proxy", "bootstrap", "--name", "web-1", "--data-dir", join(dir, "none")]);
    assert.equal(none.code, 2);
    assert.match(none.err, /ca\.crt is missing.*--data-dir/);
    const lost = await fairway(["proxy", "--name", "a", "--xds-address", "127.0.0.1:1", "--envoy", join(dir, "envoy")]);
    assert.equal(lost.code, 2);
    assert.match(lost.err, /name another with --envoy PATH/);
  });
});
