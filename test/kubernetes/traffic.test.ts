import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { freePorts } from "../../src/base/free-ports.ts";
import { Random } from "../../src/base/testing/random.ts";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { type Balancer, startBalancer } from "../tools/balancer.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { type RunningProxy, startProxy } from "../tools/running-proxy.ts";
import { ReplicaSet } from "./replica-set.ts";
import { type SteadyLoad, startLoad } from "./steady-load.ts";
import { startTestCluster, type TestCluster } from "./test-cluster.ts";

/** The two services at the end of the way. */
const backends = ["one", "two"] as const;

suite("real Envoys behind replicas on a cluster", { skip: goSkipReason, timeout: 300_000 }, () => {
  const { dir, remove } = scratch();
  const random = new Random(9);
  let cluster: TestCluster;
  let balancer: Balancer;
  let replicas: ReplicaSet;
  let servers: readonly Server[] = [];
  const proxies: RunningProxy[] = [];
  let load: SteadyLoad;

  /** Sends all calls to one of the two, waits until they get there, and looks back at those under way meanwhile. */
  const assertTakesChanges = async (to: (typeof backends)[number]) => {
    const before = load.answered();
    await cluster.apiserver().client.apply(routesTo("back", `${to}.example`));
    await eventually(async () => load.last() === to, 60_000);
    await assertFlows(before);
  };
  /** No call has failed, and more were made than before. */
  const assertFlows = async (before: number) => {
    await eventually(async () => load.answered() > before + 50 || load.failures.length > 0);
    assert.deepEqual(load.failures, [], `${load.failures.length} of ${load.answered()} failed`);
  };

  before(async () => {
    cluster = await startTestCluster(dir);
    balancer = await startBalancer((end) => random.below(end));
    const flags = ["--kubeconfig", cluster.apiserver().kubeconfig, "--xds-max-connection-age", "10s"];
    replicas = new ReplicaSet(dir, flags, balancer.spreadOver);
    servers = await Promise.all(backends.map(startBackend));
    const [front = 0, back = 0, ...admins] = await freePorts(4);
    const { client } = cluster.apiserver();
    for (const [i, server] of servers.entries()) await client.create(entry(backends[i] ?? "", portOf(server)));
    await client.create(entry("back", back));
    for (const [name, port, to] of [
      ["front", front, "back"],
      ["back", back, "one"],
    ] as const) {
      await client.create(gateway(name, port));
      await client.create(routesTo(name, `${to}.example`));
    }
    await replicas.start();
    await replicas.start();
    for (const [i, name] of ["front", "back"].entries()) {
      const mode = name === "front" ? "delta" : "sotw";
      proxies.push(
        startProxy([
          ...["--node-type", "router", "--name", name, "--ip", "127.0.0.1", "--labels", `app=${name}`],
          ...["--mode", mode, "--xds-address", balancer.address, "--admin-address", `127.0.0.1:${admins[i]}`],
        ]),
      );
    }
    await eventually(async () => (await fetch(`http://127.0.0.1:${front}/`)).ok, 60_000);
    load = startLoad(front, "shop.example");
    await assertFlows(0);
  });
  after(async () => {
    await load?.stop();
    for (const proxy of proxies) await proxy.stop();
    for (const server of servers) server.close();
    await replicas?.close();
    await balancer?.close();
    await cluster?.stop();
    remove();
  });

  test("lose no call when their replicas are killed, one after the other", async () => {
    await assertTakesChanges("two");
    for (const to of backends) {
      await replicas.end(0, "kill");
      await assertTakesChanges(to);
      await replicas.start();
    }
  });

  test("lose no call when all replicas are restarted in turn", async () => {
    const { length } = replicas.running;
    for (let i = 0; i < length; i++) {
      await replicas.start();
      await replicas.end(0, "stop");
      await assertTakesChanges(backends[i % 2] ?? "one");
    }
  });

  test("lose no call while no replica is there at all", async () => {
    await replicas.end(0, "kill");
    await replicas.end(0, "kill");
    await assertFlows(load.answered());
    await Promise.all([replicas.start(), replicas.start()]);
    await assertTakesChanges("one");
  });

  test("lose no call while etcd stands still and a replica is killed", async () => {
    process.kill(cluster.etcd.pid, "SIGSTOP");
    // Those who had this one go to the other, which has the last state.
    await replicas.end(0, "kill");
    await assertFlows(load.answered());
    process.kill(cluster.etcd.pid, "SIGCONT");
    await assertTakesChanges("two");
    await replicas.start();
  });

  test("lose no call when the API server is killed and comes back", async () => {
    await cluster.kill();
    await assertFlows(load.answered());
    await cluster.restart();
    await assertTakesChanges("one");
  });
});

async function startBackend(name: string): Promise<Server> {
  const server = createServer((_, answer) => void answer.end(name));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function networking(kind: string, name: string, spec: object): KubeObject {
  return { apiVersion: "networking.istio.io/v1", kind, metadata: { name, namespace: "default" }, spec };
}

/** A service at a port of this machine. */
function entry(name: string, port: number): KubeObject {
  return networking("ServiceEntry", name, {
    hosts: [`${name}.example`],
    location: "MESH_EXTERNAL",
    resolution: "STATIC",
    ports: [{ number: 80, name: "http", protocol: "HTTP" }],
    endpoints: [{ address: "127.0.0.1", ports: { http: port } }],
  });
}

/** What the proxy of that name listens on. */
function gateway(name: string, port: number): KubeObject {
  const servers = [{ port: { number: port, name: "http", protocol: "HTTP" }, hosts: ["*"] }];
  return networking("Gateway", name, { selector: { app: name }, servers });
}

/** Where that proxy sends everything. No second try hides that the first one failed. */
function routesTo(name: string, host: string): KubeObject {
  const http = [{ retries: { attempts: 0 }, route: [{ destination: { host } }] }];
  return networking("VirtualService", name, { hosts: ["*"], gateways: [name], http });
}
