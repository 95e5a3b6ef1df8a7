import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { goSkipReason } from "../peers/go-program.ts";
import { KubeGoClient } from "../peers/kube-go-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const json = "application/json";
const service = (name: string, fields: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "default", ...fields },
  spec: { ports: [{ port: 80, targetPort: "web" }], selector: { app: name } },
});
const slice = {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "a-1", namespace: "default", labels: { "kubernetes.io/service-name": "a" } },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.0.0.1"], conditions: { ready: false }, nodeName: "n1" }],
  ports: [{ name: "", port: 8080, protocol: "TCP" }],
};

suite("client-go's informers", { skip: goSkipReason }, () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  const clients: KubeGoClient[] = [];
  const follow = (type: string, watchList: boolean) => {
    const env = { KUBE_FEATURE_WatchListClient: String(watchList) };
    const client = new KubeGoClient(["follow", join(dir, "kubeconfig"), type], env);
    clients.push(client);
    return client;
  };
  const held = async (client: KubeGoClient) => JSON.parse(await client.ask("versions"));
  const send = async (client: KubeGoClient, verb: string, object: object) =>
    JSON.parse(await client.ask(`${verb} ${JSON.stringify(object)}`));
  before(async () => {
    server = await startFairway(dir, ["--endpoint-controller", "false"]);
  });
  after(async () => {
    for (const client of clients) await client.stop();
    await server.stop();
    remove();
  });

  test("agree with the store over protobuf and JSON, with and without streaming lists", async () => {
    const [writer, lister, reader] = [follow(protobuf, true), follow(protobuf, false), follow(json, true)];
    await send(writer, "create", service("a"));
    await send(writer, "create", slice);
    for (let i = 0; i < 20; i++) await send(writer, "create", service(`s${i}`));
    const a = await send(writer, "get", service("a"));
    await send(writer, "update", {
      ...a,
      apiVersion: "v1",
      kind: "Service",
      spec: { ...a.spec, sessionAffinity: "None" },
    });
    for (let i = 0; i < 10; i++) await send(writer, "delete", service(`s${i}`));
    const late = follow(protobuf, true);
    const listed = await send(writer, "list", service(""));
    const versions = Object.fromEntries(
      listed.items.map((item: { metadata: { name: string; resourceVersion: string } }) => [
        `default/${item.metadata.name}`,
        item.metadata.resourceVersion,
      ]),
    );
    assert.equal(Object.keys(versions).length, 11);
    for (const client of [writer, lister, reader, late]) {
      await eventually(async () => assert.deepEqual((await held(client)).services, versions));
    }
    const dumps = await Promise.all([writer, lister, reader, late].map((client) => client.ask("dump endpointslices")));
    assert.equal(new Set(dumps).size, 1);
    const [seen] = JSON.parse(dumps[0] ?? "[]");
    assert.deepEqual(seen.endpoints, slice.endpoints);
    assert.deepEqual(seen.ports, slice.ports);
  });

  test("are told errors in protobuf, and a precondition that fails", async () => {
    const client = follow(protobuf, true);
    await assert.rejects(send(client, "get", service("nobody")), /services "nobody" not found/);
    await assert.rejects(send(client, "delete", service("a", { uid: "another" })), /uid|UID|[Cc]onflict/);
    await assert.rejects(send(client, "create", service("a")), /already exists/);
  });
});
