import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { type ClientObject, type KubeClientNode, kubeClientNode } from "../peers/kube-client-node.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const namespace = "default";
const map = (name: string, x: string) => ({ metadata: { name, labels: { of: "test" } }, data: { x } });
const versionsOf = (objects: readonly ClientObject[]) =>
  Object.fromEntries(objects.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));

suite("informers of @kubernetes/client-node", { timeout: 300_000 }, () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  let client: KubeClientNode;
  let config: InstanceType<KubeClientNode["KubeConfig"]>;
  const stops: (() => Promise<void>)[] = [];
  before(async () => {
    server = await startFairway(dir);
    client = await kubeClientNode();
    config = new client.KubeConfig();
    config.loadFromFile(join(dir, "kubeconfig"));
  });
  after(async () => {
    for (const stop of stops) await stop();
    await server.stop();
    remove();
  });

  /** Starts one that begins again after an error, and tells what it saw as `add NAME`. */
  async function follow(path: string, list: () => Promise<unknown>) {
    const informer = client.makeInformer(config, path, list);
    const seen: string[] = [];
    for (const event of ["add", "update", "delete"] as const) {
      informer.on(event, ({ metadata }) => seen.push(`${event} ${metadata.name}`));
    }
    let stopped = false;
    const again = () => {
      if (!stopped) setTimeout(() => informer.start().catch(again), 100);
    };
    informer.on("error", again);
    stops.push(async () => {
      stopped = true;
      await informer.stop();
    });
    await informer.start();
    return { informer, seen };
  }

  test("have what the store has, see every change once and in order, and go on after a restart", async () => {
    const core = config.makeApiClient(client.CoreV1Api);
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { informer, seen } = await follow(path, () => core["listNamespacedConfigMap"]!({ namespace }));
    const write = (call: string, request: object) => core[`${call}NamespacedConfigMap`]!({ namespace, ...request });
    const names = Array.from({ length: 10 }, (_, i) => `c${i}`);
    for (const name of names) await write("create", { body: map(name, "1") });
    for (const name of names) await write("replace", { name, body: map(name, "2") });
    for (const name of names.slice(5)) await write("delete", { name });
    const own = () => seen.filter((line) => / c\d$/.test(line));
    const wanted = [
      ...names.map((name) => `add ${name}`),
      ...names.map((name) => `update ${name}`),
      ...names.slice(5).map((name) => `delete ${name}`),
    ];
    await eventually(async () => assert.deepEqual(own(), wanted));
    const address = server.addresses.get("api")?.replace("https://", "") ?? "";
    await server.stop();
    server = await startFairway(dir, ["--api-address", address]);
    await eventually(async () => void (await write("create", { body: map("late", "1") })));
    const listed = async () => versionsOf(((await write("list", {})) as unknown as { items: ClientObject[] }).items);
    await eventually(async () => assert.deepEqual(versionsOf(informer.list()), await listed()));
    assert.ok(seen.includes("add late"));
  });

  test("follow custom kinds as well", async () => {
    const custom = config.makeApiClient(client.CustomObjectsApi);
    const place = { group: "networking.istio.io", version: "v1", namespace, plural: "virtualservices" };
    const path = `/apis/networking.istio.io/v1/namespaces/${namespace}/virtualservices`;
    const { seen } = await follow(path, () => custom["listNamespacedCustomObject"]!(place));
    const spec = { hosts: ["a"], http: [{ route: [{ destination: { host: "a" } }] }] };
    const body = { apiVersion: "networking.istio.io/v1", kind: "VirtualService", metadata: { name: "a" }, spec };
    await custom["createNamespacedCustomObject"]!({ ...place, body });
    await custom["deleteNamespacedCustomObject"]!({ ...place, name: "a" });
    await eventually(async () => assert.deepEqual(seen, ["add a", "delete a"]));
  });
});
