import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { xdsTypes } from "../../src/deliver/index.ts";
import { GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { accessOf, KubeClient } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { WorkloadClient, type WorkloadClientOptions } from "../tools/workload-client.ts";

const codec = loadEnvoyCodec();
const cluster = "outbound|80||vm.example.com";

const objects = [
  {
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadGroup",
    metadata: { name: "vms", namespace: "app" },
    spec: { metadata: { labels: { app: "vm" } }, template: { serviceAccount: "vm" } },
  },
  {
    apiVersion: "networking.istio.io/v1",
    kind: "ServiceEntry",
    metadata: { name: "vm", namespace: "app" },
    spec: {
      hosts: ["vm.example.com"],
      location: "MESH_INTERNAL",
      resolution: "STATIC",
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
      workloadSelector: { labels: { app: "vm" } },
    },
  },
];

/** The addresses behind the service as another proxy has them now, by a stream of its own. */
class EndpointWatcher {
  readonly #client: GrpcClient;
  addresses: readonly string[] = [];
  /** Responses that came. */
  count = 0;

  constructor(address: string) {
    this.#client = new GrpcClient(`http://${address}`);
    const call = this.#client.call("/envoy.service.endpoint.v3.EndpointDiscoveryService/StreamEndpoints");
    const request = (fields: object) =>
      call.send(
        codec.encode("envoy.service.discovery.v3.DiscoveryRequest", {
          node: { id: "sidecar~10.0.0.9~client.app~app.svc.cluster.local" },
          typeUrl: xdsTypes.endpoint,
          resourceNames: [cluster],
          ...fields,
        }),
      );
    request({});
    void (async () => {
      for (let bytes = await call.next(); bytes; bytes = await call.next()) {
        const {
          resources = [],
          nonce,
          versionInfo,
        } = codec.decode("envoy.service.discovery.v3.DiscoveryResponse", bytes);
        this.addresses = resources.flatMap((each) => addressesIn(each as Assignment));
        this.count += 1;
        request({ responseNonce: nonce, versionInfo });
      }
    })();
  }

  /** Waits until these are the addresses. */
  sees(...addresses: readonly string[]): Promise<void> {
    return eventually(async () => assert.deepEqual(this.addresses, addresses));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

interface Assignment {
  readonly endpoints?: readonly {
    readonly lbEndpoints?: readonly {
      readonly endpoint?: { readonly address?: { readonly socketAddress?: { readonly address?: string } } };
    }[];
  }[];
}

function addressesIn({ endpoints = [] }: Assignment): readonly string[] {
  const all = endpoints.flatMap(({ lbEndpoints = [] }) => lbEndpoints);
  return all.map(({ endpoint }) => endpoint?.address?.socketAddress?.address ?? "").sort();
}

describe("workloads that register by connecting", { timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  const config = join(dir, "config");
  let server: RunningFairway;
  let watcher: EndpointWatcher;
  const clients: WorkloadClient[] = [];
  const group = { AUTO_REGISTER_GROUP: "vms" };
  const probed = { ...group, PROXY_CONFIG: { readinessProbe: { tcpSocket: { port: 80 } } } };
  const connect = async (options: WorkloadClientOptions) => {
    const client = await WorkloadClient.connect(server, options);
    clients.push(client);
    return client;
  };
  let api: KubeClient;
  const entries = async () => {
    const all = await api.list("networking.istio.io/v1", "WorkloadEntry");
    return all.map(({ metadata: { name, annotations } }) => ({
      name,
      marks: annotations as { [name: string]: string },
    }));
  };
  const names = async () => (await entries()).map(({ name }) => name);

  const start = async () => {
    server = await startFairway(join(dir, "data"), ["--config-dir", config, "--workload-grace", "2s"]);
    watcher = new EndpointWatcher(server.addresses.get("xds") ?? "");
    api = new KubeClient(await accessOf(join(server.dataDir, "kubeconfig")));
  };

  before(async () => {
    mkdirSync(config);
    for (const object of objects) writeFileSync(join(config, `${object.kind}.yaml`), JSON.stringify(object));
    await start();
  });
  after(async () => {
    for (const client of clients) await client.close();
    await watcher?.close();
    api?.close();
    await server?.stop();
    remove();
  });

  test("are endpoints while they are connected, and for a grace that they can come back in", async () => {
    const first = await connect({ metadata: group });
    assert.ok(await first.taken());
    await watcher.sees("10.1.0.1");
    const [entry] = await entries();
    assert.equal(entry?.name, "vms-10.1.0.1");
    assert.deepEqual(Object.keys(entry?.marks ?? {}).sort(), [
      "istio.io/autoRegistrationGroup",
      "istio.io/connectedAt",
      "istio.io/workloadController",
    ]);
    await first.close();
    await eventually(async () => "istio.io/disconnectedAt" in ((await entries())[0]?.marks ?? {}));
    const again = await connect({ metadata: group, form: "sotw" });
    assert.ok(await again.taken());
    const second = await connect({ metadata: group, address: "10.1.0.2" });
    assert.ok(await second.taken());
    await watcher.sees("10.1.0.1", "10.1.0.2");
    await second.close();
    await watcher.sees("10.1.0.1");
    assert.deepEqual(await names(), ["vms-10.1.0.1"], "the one that came back within its grace was never away");
    await again.close();
    await watcher.sees();
    await eventually(async () => assert.deepEqual(await names(), []));
  });

  for (const form of ["delta", "sotw"] as const) {
    test(`are endpoints while they report to be well, in the form ${form}`, async () => {
      const machine = await connect({ metadata: probed, form });
      assert.ok(await machine.taken());
      await eventually(async () => assert.deepEqual(await names(), ["vms-10.1.0.1"]));
      assert.deepEqual(watcher.addresses, [], "nothing is known of its health yet");
      machine.report();
      await watcher.sees("10.1.0.1");
      machine.report("connection refused");
      await watcher.sees();
      machine.report();
      await watcher.sees("10.1.0.1");
      await machine.close();
      await eventually(async () => assert.deepEqual(await names(), []));
      await watcher.sees();
    });
  }

  test("are refused if they are not who their group is for, or say what cannot be understood", async () => {
    for (const [options, code, message] of [
      [{ metadata: { AUTO_REGISTER_GROUP: "none" } }, 5, /there is no WorkloadGroup app\/none/],
      [{ metadata: { AUTO_REGISTER_GROUP: { a: 1 } } }, 3, /AUTO_REGISTER_GROUP must be the name of an object/],
      [{ metadata: { ...group, LABELS: { app: "?" } } }, 3, /labels.app must be/],
      [{ metadata: group, serviceAccount: "thief" }, 7, /is for service account 'vm', not for 'thief'/],
    ] as const) {
      const client = await connect(options);
      const end = await client.ended;
      assert.equal(end.code, code, end.message);
      assert.match(end.message, message);
    }
    assert.deepEqual(await names(), []);
  });

  test("are taken over by the next run of the control plane", async () => {
    const machine = await connect({ metadata: group });
    assert.ok(await machine.taken());
    const owner = async () => (await entries())[0]?.marks["istio.io/workloadController"];
    const before = await owner();
    await server.kill();
    await machine.close();
    await watcher.close();
    api.close();
    await start();
    await watcher.sees("10.1.0.1");
    const again = await connect({ metadata: group });
    assert.ok(await again.taken());
    await eventually(async () => assert.notEqual(await owner(), before));
    assert.deepEqual(await names(), ["vms-10.1.0.1"]);
  });
});
