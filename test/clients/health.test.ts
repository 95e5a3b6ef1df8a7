import assert from "node:assert/strict";
import { after, before, describe, type TestContext, test } from "node:test";
import { GrpcServer, grpcCodes, HealthService } from "../../src/grpc/index.ts";
import { echo } from "../../src/grpc/testing/echo.ts";
import { startEnvoyFront } from "../peers/envoy-front.ts";
import { GrpcPeer, prepareGoPeer } from "../peers/grpc-peer.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { pathOf } from "./contract-clients.ts";

const service = "test.Contract";
const ads = "envoy.service.discovery.v3.AggregatedDiscoveryService";

/** A server that has a health service, which is not serving yet. */
async function serveHealth(t: TestContext, port = 0) {
  const health = new HealthService([service]);
  const methods = new Map([...health.methods(), [pathOf("Talk"), echo] as const]);
  const server = new GrpcServer({ methods });
  t.after(() => server.close(1000));
  return { health, address: await server.listen({ host: "127.0.0.1", port }, "test") };
}

describe("Go's health client", { skip: prepareGoPeer(), timeout: 60_000 }, () => {
  let peer: GrpcPeer;
  before(() => {
    peer = GrpcPeer.go();
  });
  after(() => peer?.stop());

  test("is told by Check and Watch what serves, what does not yet, and what is not there", async (t) => {
    const { health, address } = await serveHealth(t);
    const channel = await peer.connect(`dns:///${address}`);
    t.after(() => channel.close());
    const check = async (name: string) => {
      const { code, received } = await channel.check(name);
      return received?.text ?? code;
    };
    const watches = await Promise.all(["", service, "nobody"].map((name) => channel.watch(name)));
    const statuses = async () => {
      const [whole, known] = await Promise.all(watches.slice(0, 2).map((watch) => watch.receive()));
      return [whole?.text, known?.text];
    };
    assert.deepEqual(await statuses(), ["NOT_SERVING", "NOT_SERVING"]);
    assert.equal((await watches[2]?.receive())?.text, "SERVICE_UNKNOWN");
    assert.equal(await check(""), "NOT_SERVING");
    health.set(true);
    assert.deepEqual(await statuses(), ["SERVING", "SERVING"]);
    assert.equal(await check(""), "SERVING");
    assert.equal(await check(service), "SERVING");
    assert.equal(await check("nobody"), grpcCodes.notFound);
    health.set(false);
    assert.deepEqual(await statuses(), ["NOT_SERVING", "NOT_SERVING"]);
  });

  test("keeps calls away from a server until it serves, if its service config says so", async (t) => {
    const { health, address } = await serveHealth(t);
    const serviceConfig = JSON.stringify({
      loadBalancingConfig: [{ round_robin: {} }],
      healthCheckConfig: { serviceName: service },
    });
    const channel = await peer.connect(`dns:///${address}`, { serviceConfig });
    t.after(() => channel.close());
    const early = await channel.unary(pathOf("Talk"), { text: "x" });
    assert.equal(early.code, grpcCodes.unavailable);
    assert.match(early.message, /health/i);
    health.set(true);
    const { received } = await channel.unary(pathOf("Talk"), { text: "x" }, { waitForReady: true, deadlineMs: 20_000 });
    assert.equal(received?.text, "x");
  });

  test("finds a running control plane and its services serving, until it stops", async (t) => {
    const { dir, remove } = scratch();
    t.after(remove);
    const server: RunningFairway = await startFairway(dir);
    t.after(() => server.stop());
    const channel = await peer.connect(`dns:///${server.addresses.get("xds")}`);
    t.after(() => channel.close());
    assert.equal((await channel.check("")).received?.text, "SERVING");
    assert.equal((await channel.check(ads)).received?.text, "SERVING");
    assert.equal(
      (await channel.check("envoy.service.discovery.v2.AggregatedDiscoveryService")).code,
      grpcCodes.notFound,
    );
    const watch = await channel.watch(ads);
    assert.equal((await watch.receive())?.text, "SERVING");
    const stopped = server.stop();
    assert.equal((await watch.receive())?.text, "NOT_SERVING");
    assert.equal((await watch.finish()).code, grpcCodes.unavailable);
    assert.equal(await stopped, 0);
  });
});

describe("Envoy's health checker", { timeout: 60_000 }, () => {
  test("finds a server healthy exactly while it serves", async (t) => {
    const probe = { timeout: "5s", interval: "0.05s", noTrafficInterval: "0.05s" };
    const check = { ...probe, unhealthyThreshold: 1, healthyThreshold: 1, grpcHealthCheck: { serviceName: service } };
    const envoy = await startEnvoyFront({ healthChecks: [check] });
    t.after(() => envoy.stop());
    const { health } = await serveHealth(t, envoy.upstreamPort);
    const seen = async () => {
      const answer = await fetch(`${envoy.admin}/clusters`);
      return /::health_flags::(.*)$/m.exec(await answer.text())?.[1];
    };
    const attempts = async () => {
      const stats = await (await fetch(`${envoy.admin}/stats?filter=cluster.server.health_check`)).text();
      return Number(/\.attempt: (\d+)/.exec(stats)?.[1]);
    };
    const some = await attempts();
    await eventually(async () => (await attempts()) > some + 2);
    assert.equal(await seen(), "/failed_active_hc");
    health.set(true);
    await eventually(async () => (await seen()) === "healthy");
    health.set(false);
    await eventually(async () => (await seen()) === "/failed_active_hc");
  });
});
