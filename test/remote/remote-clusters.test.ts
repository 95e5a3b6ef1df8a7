import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { ClusterInfo } from "../../src/main/remote/remote-clusters.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import {
  clusterOf,
  createPods,
  eastWestGateway,
  kubeconfigOf,
  namespace,
  remoteSecret,
  service,
  slice,
} from "./cluster-objects.ts";
import { HeldEndpoints } from "./held-endpoints.ts";
import { type FairwayCluster, startCluster } from "./two-clusters.ts";

const services = ["web", "only-west", "local", "plain"];
const network = (name: string) => ({ "topology.istio.io/network": name });

suite("a mesh of two clusters", { timeout: 180_000 }, () => {
  const { dir, remove } = scratch();
  const proxies: HeldEndpoints[] = [];
  let east: FairwayCluster;
  let west: FairwayCluster;
  let client: HeldEndpoints;

  const proxy = (cluster: string): HeldEndpoints => {
    const metadata = { CLUSTER_ID: cluster, NETWORK: `n-${cluster}` };
    const made = new HeldEndpoints(east.running().addresses.get("xds") ?? "", metadata, services.map(clusterOf));
    proxies.push(made);
    return made;
  };
  const has = (held: HeldEndpoints, of: string, ...wanted: readonly string[]) =>
    // Who was away for long is asked again after up to half a minute.
    eventually(async () => {
      assert.deepEqual(held.of(clusterOf(of)), wanted);
    }, 90_000);
  const clusterz = async (): Promise<readonly ClusterInfo[]> =>
    (await (await fetch(`${east.running().addresses.get("http")}/debug/clusterz`)).json()) as readonly ClusterInfo[];
  const westInfo = async () => (await clusterz()).find(({ id }) => id === "west");
  const metrics = async () => (await fetch(`${east.running().addresses.get("http")}/metrics`)).text();
  const neverEmpty = (held: HeldEndpoints, of: string, address: string) => {
    const [, ...told] = held.history(clusterOf(of));
    assert.deepEqual(
      told.filter((addresses) => !addresses.includes(address)),
      [],
    );
  };

  before(async () => {
    [east, west] = await Promise.all([startCluster(dir, "east"), startCluster(dir, "west")]);
    await createPods(east.client, "web", ["10.0.0.1"]);
    await createPods(east.client, "local", ["10.0.0.2"]);
    await createPods(west.client, "web", ["10.1.0.1"]);
    await createPods(west.client, "local", ["10.1.0.2"]);
    await createPods(west.client, "only-west", ["10.1.0.3"]);
    await createPods(west.client, "plain", ["10.1.0.4"], false);
    client = proxy("east");
    await has(client, "web", "10.0.0.1:8080");
  });
  after(async () => {
    await Promise.all(proxies.map((each) => each.close()));
    await Promise.all([east?.close(), west?.close()]);
    remove();
  });

  test("has the endpoints of both as soon as a Secret names the other", async () => {
    await east.client.create(remoteSecret("west", { west: kubeconfigOf(west.access) }));
    await has(client, "web", "10.0.0.1:8080", "10.1.0.1:8080");
    await has(client, "only-west", "10.1.0.3:8080");
    assert.deepEqual(await clusterz(), [
      { id: "east", secretName: "", syncStatus: "synced" },
      { id: "west", secretName: "istio-system/west", syncStatus: "synced" },
    ]);
    neverEmpty(client, "web", "10.0.0.1:8080");
  });

  test("follows endpoints of the other cluster as its own", async () => {
    await west.client.apply(
      slice("only-west", [
        ["only-west-0", "10.1.0.3"],
        ["web-0", "10.1.0.1"],
      ]),
    );
    await has(client, "only-west", "10.1.0.1:8080", "10.1.0.3:8080");
  });

  test("goes through the gateway of another network, but only to who speaks mutual TLS", async () => {
    await has(client, "plain", "10.1.0.4:8080");
    await east.client.merge(namespace("istio-system", network("n-east")));
    await west.client.merge(namespace("istio-system", network("n-west")));
    await west.client.create(eastWestGateway("n-west", "192.0.2.9"));
    await has(client, "web", "10.0.0.1:8080", "192.0.2.9:15443");
    await has(client, "plain");
    await has(proxy("west"), "web", "10.0.0.1:8080", "10.1.0.1:8080");
    await west.client.merge(namespace("istio-system", network("n-east")));
    await has(client, "web", "10.0.0.1:8080", "10.1.0.1:8080");
    await has(client, "plain", "10.1.0.4:8080");
  });

  test("keeps to its own cluster what the mesh's settings say is local", async () => {
    const local = proxy("west");
    await has(local, "local", "10.0.0.2:8080", "10.1.0.2:8080");
    const mesh = JSON.stringify({
      serviceSettings: [{ settings: { clusterLocal: true }, hosts: ["local.app.svc.cluster.local"] }],
    });
    const metadata = { name: "istio", namespace: "istio-system" };
    await east.client.create({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { mesh } });
    await has(client, "local", "10.0.0.2:8080");
    await has(local, "local", "10.1.0.2:8080");
  });

  test("keeps the other cluster's endpoints while that is dead, tells so, and catches up exactly when it is back", async () => {
    const marked = client.history(clusterOf("web")).length;
    await west.kill();
    await eventually(async () => ((await westInfo())?.awaySeconds ?? -1) >= 0);
    const told = /cannot be followed; what was read last stays in force.*"cluster":"west"/;
    await eventually(async () => told.test(east.running().errors()));
    await has(proxy("east"), "web", "10.0.0.1:8080", "10.1.0.1:8080");
    await eventually(async () => /fairway_remote_cluster_away_seconds\{cluster="west"\} [1-9]/.test(await metrics()));
    await west.start();
    await west.client.apply(slice("web", [["local-0", "10.1.0.2"]]));
    await west.client.create(service("later"));
    await has(client, "web", "10.0.0.1:8080", "10.1.0.2:8080");
    await eventually(async () => {
      const info = await westInfo();
      return info?.syncStatus === "synced" && info.awaySeconds === undefined;
    });
    const changes = client.history(clusterOf("web")).slice(marked);
    assert.deepEqual(changes, [["10.0.0.1:8080", "10.1.0.2:8080"]]);
  });

  test("changes over to another kubeconfig without losing anything, and keeps the old one if the new is of no use", async () => {
    const marked = client.history(clusterOf("web")).length;
    const good = kubeconfigOf(west.access);
    await east.client.apply(remoteSecret("west", { west: "{ not yaml" }));
    await eventually(async () => /must be a YAML object/.test((await westInfo())?.problem ?? ""));
    assert.equal((await westInfo())?.syncStatus, "synced");
    const joins = () => east.running().errors().split("Remote cluster joined the mesh").length;
    const before = joins();
    await east.client.apply(remoteSecret("west", { west: `${good}\n` }));
    await eventually(async () => joins() > before);
    await west.client.apply(slice("only-west", [["only-west-0", "10.1.0.3"]]));
    await has(client, "only-west", "10.1.0.3:8080");
    assert.deepEqual(client.history(clusterOf("web")).slice(marked), []);
    assert.deepEqual((await westInfo())?.problem, undefined);
  });

  test("tells what is wrong with Secrets, of which the oldest counts", async () => {
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "touch" };
    const good = JSON.parse(kubeconfigOf(west.access));
    const dangerous = JSON.stringify({ ...good, users: [{ name: "reader", user: { exec } }] });
    const unknown = JSON.stringify({ ...good, clusters: [] });
    const others = { east: "x", west: kubeconfigOf(west.access), risky: dangerous, lost: unknown };
    await east.client.create(remoteSecret("zz-more", others));
    const errors = () => east.running().errors();
    await eventually(async () => /must not be this cluster itself/.test(errors()));
    await eventually(async () => /names already: istio-system\/west/.test(errors()));
    await eventually(async () => /it has exec, which is not allowed here/.test(errors()));
    await eventually(async () => /it has no cluster 'remote'/.test(errors()));
    const shown = (await clusterz()).map(({ id, syncStatus, secretName }) => [id, syncStatus, secretName]);
    assert.deepEqual(shown, [
      ["east", "synced", ""],
      ["lost", "closed", "istio-system/zz-more"],
      ["risky", "closed", "istio-system/zz-more"],
      ["west", "synced", "istio-system/west"],
    ]);
    await east.client.remove(remoteSecret("zz-more", {}));
    await eventually(async () => (await clusterz()).length === 2);
  });

  test("lets the other go with its Secret", async () => {
    await east.client.remove(remoteSecret("west", {}));
    await has(client, "only-west");
    await has(client, "web", "10.0.0.1:8080");
    assert.equal((await clusterz()).length, 1);
  });

  test("starts without the other if that cannot be reached, and takes it in later", async () => {
    await east.client.create(remoteSecret("west", { west: kubeconfigOf(west.access) }));
    await west.kill();
    await east.running().stop();
    await east.start(["--remote-cluster-timeout", "1s"]);
    const late = proxy("east");
    await has(late, "web", "10.0.0.1:8080");
    assert.equal((await westInfo())?.syncStatus, "timeout");
    assert.match(await metrics(), /remote_cluster_sync_timeouts_total\{cluster="west"\} 1/);
    await west.start();
    await has(late, "web", "10.0.0.1:8080", "10.1.0.2:8080");
    assert.equal((await westInfo())?.syncStatus, "synced");
  });
});
