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
  const found = async (name: string) => {
    const all = await cluster.apiserver().client.list("networking.istio.io/v1", "VirtualService");
    return all.find(({ metadata }) => metadata.name === name);
  };
  const statusOf = async (name: string) => (await found(name))?.["status"] as ToldStatus | undefined;
  const leads = ({ errors }: RunningFairway) => /This replica runs the controllers/.test(errors());
  before(async () => {
    cluster = await startTestCluster(dir, {}, istioDefinitions);
    await cluster.apiserver().client.create(service("shop"));
    for (const name of ["a", "b"]) {
      const flags = ["--kubeconfig", cluster.apiserver().kubeconfig, "--object-status", "true"];
      replicas.push(await startFairway(join(dir, name), flags));
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

  test("tell objects in their status what is wrong with them, beside what others say of them", async () => {
    const { client } = cluster.apiserver();
    await client.create(virtualService("lost", ["nowhere"]));
    const told = await eventually(async () => {
      const status = (await statusOf("lost")) ?? assert.fail();
      const { conditions = [], validationMessages, observedGeneration } = status;
      assert.deepEqual(conditions.map(({ type, status: holds }) => `${type} ${holds}`).sort(), [
        "Accepted False",
        "Mine True",
      ]);
      assert.deepEqual(
        validationMessages?.map(({ type: { code }, level }) => `${level} ${code}`),
        ["ERROR IST0101", "WARNING IST0132"],
      );
      assert.equal(observedGeneration, 1);
      return (await found("lost"))?.metadata["managedFields"] as readonly Managed[];
    });
    const writers = told.filter(({ subresource }) => subresource === "status").map(({ manager }) => manager);
    assert.ok(writers.includes("fairway-controllers"), writers.join());
  });

  test("have one leader, whose controllers write as themselves and once, and a successor when it leaves", async () => {
    const { client } = cluster.apiserver();
    await eventually(async () => replicas.some(leads));
    assert.equal(replicas.filter(leads).length, 1);
    // The definitions of grids are the leader's to bring.
    await eventually(async () => client.create(grid("near")));
    const foundGrid = async (name: string) => {
      const [all] = [await client.list("superedge.io/v1", "ServiceGrid")];
      return all.find(({ metadata }) => metadata.name === name) as KubeObject & { status: { conditions: Condition[] } };
    };
    const isReady = async (name: string) => {
      const conditions = (await foundGrid(name))?.status?.conditions ?? [];
      return conditions.some(({ type, status }) => type === "Ready" && status === "True");
    };
    await eventually(async () => isReady("near"));
    const services = await client.list("v1", "Service");
    assert.ok(services.some(({ metadata }) => metadata.name === "near-svc"));
    const { metadata } = await foundGrid("near");
    const fields = metadata["managedFields"] as readonly Managed[];
    const writers = fields.filter(({ subresource }) => subresource === "status");
    assert.deepEqual(
      writers.map(({ manager, operation }) => [manager, operation]),
      [["fairway-controllers", "Apply"]],
    );

    const lost = (await found("lost"))?.metadata["resourceVersion"];
    const leader = replicas.findIndex(leads);
    assert.equal(await replicas[leader]?.stop(), 0);
    replicas.splice(leader, 1);
    await client.create(grid("far"));
    await eventually(async () => isReady("far"));
    assert.ok(replicas.every(leads));
    await client.create(virtualService("fine", []));
    await eventually(async () => {
      const [condition] = (await statusOf("fine"))?.conditions?.filter(({ type }) => type === "Accepted") ?? [];
      assert.equal(condition?.status, "True");
    });
    assert.equal((await found("lost"))?.metadata["resourceVersion"], lost, "nothing else is true of it");
    // What the one before had brought into order is left as it is.
    assert.equal((await foundGrid("near")).metadata["resourceVersion"], metadata["resourceVersion"]);
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

/** A virtual service of the Service `shop`, on which another controller has a say. */
function virtualService(name: string, gateways: readonly string[]): KubeObject {
  return {
    apiVersion: "networking.istio.io/v1",
    kind: "VirtualService",
    metadata: { name, namespace: "default" },
    spec: {
      hosts: [`${name}.example.com`],
      ...(gateways.length > 0 && { gateways }),
      http: [{ route: [{ destination: { host: "shop" } }] }],
    },
    status: { conditions: [{ type: "Mine", status: "True" }] },
  };
}

interface ToldStatus {
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
  readonly validationMessages?: readonly { readonly type: { readonly code: string }; readonly level: string }[];
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
