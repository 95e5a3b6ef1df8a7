import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { xdsTypes } from "../../src/deliver/index.ts";
import { GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { HeldConfig } from "./held-config.ts";
import { clusterOf, istioDefinitions, service, startTestCluster, type TestCluster } from "./test-cluster.ts";

const node = { id: "sidecar~10.9.9.9~client.default~default.svc.cluster.local" };
const types = [xdsTypes.cluster, xdsTypes.listener];

const codec = loadEnvoyCodec();

function grid(name: string): KubeObject {
  const metadata = { name, namespace: "default" };
  const template = { selector: { app: name }, ports: [{ name: "http", port: 80 }] };
  return { apiVersion: "superedge.io/v1", kind: "ServiceGrid", metadata, spec: { gridUniqKey: "zone", template } };
}

suite("two replicas on one cluster", { skip: goSkipReason, timeout: 180_000 }, () => {
  const { dir, remove } = scratch();
  let cluster: TestCluster;
  const replicas: RunningFairway[] = [];
  const leads = ({ errors }: RunningFairway) => /This replica runs the controllers/.test(errors());
  before(async () => {
    cluster = await startTestCluster(dir, {}, istioDefinitions);
    await cluster.apiserver().client.create(service("shop"));
    for (const name of ["a", "b"]) {
      replicas.push(await startFairway(join(dir, name), ["--kubeconfig", cluster.apiserver().kubeconfig]));
    }
  });
  after(async () => {
    for (const replica of replicas) await replica.stop();
    await cluster?.stop();
    remove();
  });

  test("send nothing to a proxy that comes from the other with everything, and then what changes", async () => {
    const [first, second] = replicas.map(({ addresses }) => addresses.get("xds") ?? "");
    const before = new HeldConfig(first ?? "", node, types);
    await eventually(async () => types.every((type) => before.names(type).length > 0));
    const come = new HeldConfig(second ?? "", node, types, before);
    await cluster.apiserver().client.create(service("later"));
    await eventually(async () => come.names(xdsTypes.cluster).includes(clusterOf("later")));
    assert.deepEqual(
      come.sent.filter((name) => name.startsWith("outbound|")),
      [clusterOf("later")],
    );
    assert.ok(!come.sent.includes("BlackHoleCluster"));
    assert.deepEqual(come.removed, []);
    await eventually(async () => assert.deepEqual(before.held, come.held));
    await before.close();
    await come.close();
  });

  test("know by its version the set that a proxy has, also in the state-of-the-world form", async () => {
    const [first, second] = replicas.map(({ addresses }) => addresses.get("xds") ?? "");
    const held = await firstClusters(first ?? "", "");
    const coming = firstClusters(second ?? "", held.version);
    // Whatever came before this change would be what the proxy has.
    await cluster.apiserver().client.create(service("at-last"));
    const { names, version } = await coming;
    assert.ok(names.includes(clusterOf("at-last")));
    assert.notEqual(version, held.version);
  });

  test("have one leader, whose controllers write as themselves and once, and a successor when it leaves", async () => {
    const { client } = cluster.apiserver();
    await eventually(async () => replicas.some(leads));
    assert.equal(replicas.filter(leads).length, 1);
    // The definitions of grids are the leader's to bring.
    await eventually(async () => client.create(grid("near")));
    const found = async (name: string) => {
      const [all] = [await client.list("superedge.io/v1", "ServiceGrid")];
      return all.find(({ metadata }) => metadata.name === name) as KubeObject & { status: { conditions: Condition[] } };
    };
    const isReady = async (name: string) => {
      const conditions = (await found(name))?.status?.conditions ?? [];
      return conditions.some(({ type, status }) => type === "Ready" && status === "True");
    };
    await eventually(async () => isReady("near"));
    const services = await client.list("v1", "Service");
    assert.ok(services.some(({ metadata }) => metadata.name === "near-svc"));
    const { metadata } = await found("near");
    const fields = metadata["managedFields"] as readonly Managed[];
    const writers = fields.filter(({ subresource }) => subresource === "status");
    assert.deepEqual(
      writers.map(({ manager, operation }) => [manager, operation]),
      [["fairway-controllers", "Apply"]],
    );

    const leader = replicas.findIndex(leads);
    assert.equal(await replicas[leader]?.stop(), 0);
    replicas.splice(leader, 1);
    await client.create(grid("far"));
    await eventually(async () => isReady("far"));
    assert.ok(replicas.every(leads));
    // What the one before had brought into order is left as it is.
    assert.equal((await found("near")).metadata["resourceVersion"], metadata["resourceVersion"]);
  });
});

/** The first answer to a proxy that says it has the clusters of a version. */
async function firstClusters(address: string, version: string) {
  const client = new GrpcClient(`http://${address}`);
  const call = client.call("/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources");
  const request = { node, typeUrl: xdsTypes.cluster, versionInfo: version };
  call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", request));
  const bytes = await call.next();
  assert.ok(bytes);
  const { versionInfo = "", resources = [] } = codec.decode("envoy.service.discovery.v3.DiscoveryResponse", bytes);
  await client.close();
  return { version: versionInfo, names: resources.map((each) => String((each as { name?: string }).name)) };
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

interface Managed {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
}
