import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { Random } from "../../src/base/testing/random.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { KubeGoClient } from "../peers/kube-go-client.ts";
import { eventually } from "../tools/eventually.ts";
import { endpointNodes } from "./edge-client.ts";
import { node, slice, zoneService } from "./edge-objects.ts";
import { EdgeOnFairway } from "./edge-on-fairway.ts";

const nodeNames = ["n1", "n2", "n3", "n4"] as const;
const services = ["a", "b", "c"] as const;

suite("client-go's informers behind the wrapper", { skip: goSkipReason, timeout: 180_000 }, () => {
  let world: EdgeOnFairway;
  const clients: KubeGoClient[] = [];
  const zones = new Map<string, string>(nodeNames.map((name) => [name, "x"]));
  const places = new Map<string, readonly string[]>();
  const follow = (type: string, watchList: boolean) => {
    const kubeconfig = join(world.dir, "wrapper-kubeconfig");
    const server = world.edge.addresses.get("edge");
    writeFileSync(
      kubeconfig,
      JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        clusters: [{ name: "c", cluster: { server } }],
        contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
        "current-context": "c",
        users: [{ name: "u", user: {} }],
      }),
    );
    const client = new KubeGoClient(["follow", kubeconfig, type], { KUBE_FEATURE_WatchListClient: String(watchList) });
    clients.push(client);
    return client;
  };
  /** What clients on n1 are to hold: of each slice the nodes of its endpoints. */
  const model = () =>
    Object.fromEntries(
      [...places]
        .sort()
        .map(([name, nodes]) => [name, nodes.filter((each) => zones.get(each) === zones.get("n1"))] as const),
    );
  const held = async (client: KubeGoClient) => {
    const slices = JSON.parse(await client.ask("dump endpointslices")) as { readonly metadata: { name: string } }[];
    return Object.fromEntries(slices.map((each) => [each.metadata.name, endpointNodes({ ...each })]));
  };

  before(async () => {
    world = await EdgeOnFairway.start("n1");
    for (const name of nodeNames) await world.kube.create(node(name, "x"));
    for (const name of services) await world.kube.create(zoneService(name));
    await world.startEdge();
  });
  after(async () => {
    for (const client of clients) await client.stop();
    await world?.close();
  });

  test("hold what the model says, in protobuf and JSON, with and without streaming lists", async () => {
    const random = new Random(11);
    const protobuf = "application/vnd.kubernetes.protobuf";
    follow(protobuf, true);
    follow(protobuf, false);
    follow("application/json", true);
    const change = async (): Promise<void> => {
      if (random.chance(0.4)) {
        const name = random.pick(nodeNames);
        zones.set(name, random.pick(["x", "y"]));
        return world.kube.merge(node(name, zones.get(name) ?? ""));
      }
      const service = random.pick(services);
      const name = `${service}-${random.below(3)}`;
      const nodes = nodeNames.filter(() => random.chance(0.6));
      const object = slice(
        name,
        service,
        nodes.map((each, i) => [each, `10.1.0.${i + 1}`] as const),
      );
      if (random.chance(0.2)) {
        places.delete(name);
        return world.kube.remove(object);
      }
      places.set(name, nodes);
      return world.kube.apply(object);
    };
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 40; i++) await change();
      if (round === 1) follow(protobuf, true);
      for (const client of clients) {
        await eventually(async () => assert.deepEqual(await held(client), model()), 60_000);
      }
    }
    const versions = JSON.parse(await (clients[0] as KubeGoClient).ask("versions")) as { readonly services: object };
    assert.deepEqual(Object.keys(versions.services).sort(), ["default/a", "default/b", "default/c"]);
    for (const client of clients) assert.doesNotMatch(client.errors, /panic|Unexpected|unable to decode/i);
  });
});
