import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ClientConfig, ResourceSet, xdsResource, xdsTypes } from "../../src/deliver/index.ts";
import { baseCase, type ComparedCase, casesIn, ownFolder } from "../compare/compared-case.ts";
import { sampleInputs } from "../compare/sample-inputs.ts";
import { goldenFolder, skipReason } from "../golden/istiod-xds.ts";
import { eventually } from "../tools/eventually.ts";
import { configInForce } from "./config-in-force.ts";
import { type LiveFleet, startFleet } from "./live-fleet.ts";
import type { LiveProxy } from "./live-proxy.ts";

/** A filter behind the router is what its EnvoyFilter asks for, istiod sends it too, and Envoy refuses it. */
const unfit = "ef-http-filter-all-places";

/** Inputs between two looks into the proxies. */
const looksEvery = 25;

describe("real Envoys that live through all inputs", { skip: skipReason, timeout: 14 * 60_000 }, () => {
  let fleet: LiveFleet;
  before(async () => {
    fleet = await startFleet();
  });
  after(() => fleet?.close());

  test("take everything, in plain text and with TLS, in both forms, as sidecars and as gateways", async () => {
    const all = [...casesIn(goldenFolder, /./), ...casesIn(ownFolder, /./), ...sampleInputs()];
    const inputs = all.filter(({ name }) => name !== unfit);
    const taken = new Map(fleet.proxies.map(({ name }) => [name, 0]));
    for (const [turn, input] of inputs.entries()) {
      const work = distribute(input, turn, fleet.proxies);
      const versionOf = fleet.versions.of(input);
      await Promise.all(
        Array.from(work, async ([proxy, nodes]) => {
          for (const node of nodes) await proxy.take(versionOf(node));
          taken.set(proxy.name, (taken.get(proxy.name) ?? 0) + nodes.length);
        }),
      );
      assert.deepEqual([...fleet.plane.refusals, ...fleet.versions.failures], [], input.name);
      if (turn % looksEvery === 0 || turn === inputs.length - 1) for (const proxy of fleet.proxies) await look(proxy);
    }
    assert.ok(inputs.length > 500, `only ${inputs.length} inputs`);
    for (const [name, count] of taken) assert.ok(count > inputs.length / 2, `${name} took only ${count} versions`);
  });

  test("refuse what a user's patch makes of a listener, and take the next version", async () => {
    const proxy = fleet.proxies.find(({ name }) => name === "sidecar-tls-delta");
    const [input] = casesIn(ownFolder, new RegExp(`^${unfit}$`));
    const node = input?.nodes.get("server");
    assert.ok(proxy && input && node);
    await proxy.take(fleet.versions.of(input)(node));
    assert.match(takeRefusals(), /LDS virtualInbound: .*router must be the last filter/);
    await proxy.take(fleet.versions.of(baseCase())(node));
    assert.equal(takeRefusals(), "");
  });

  test("are heard when they refuse, and what they refused is named", async () => {
    const [proxy] = fleet.proxies;
    const base = baseCase();
    const [node] = base.nodes.values();
    assert.ok(proxy && node);
    const version = fleet.versions.of(base)(node);
    const bad = { name: "bad", connectTimeout: "1s", type: "LOGICAL_DNS" } as const;
    const bytes = fleet.codec.encode("envoy.config.cluster.v3.Cluster", bad);
    const clusters = ResourceSet.of(xdsTypes.cluster, [xdsResource(xdsTypes.cluster, "bad", bytes)]);
    const client: ClientConfig = {
      resources: (type, wanted) => (type === xdsTypes.cluster ? clusters : version.config.resources(type, wanted)),
    };
    await proxy.take({ ...version, name: "a bad cluster", client: () => client });
    assert.match(takeRefusals(), /sidecar-plain-sotw.*refused, of a bad cluster, CDS bad: Error adding/);
    assert.match((await configInForce(proxy)).refused.join("\n"), /^cluster_manager\.cds\.update_rejected: \d+$/);
  });

  const takeRefusals = () => fleet.plane.refusals.splice(0).join("\n");
});

type Node = ComparedCase["nodes"] extends ReadonlyMap<string, infer N> ? N : never;

/**
 * Who takes which nodes of an input: gateways all of them, sidecars one after the other and another one first each time,
 * so that each input is seen by most and every one sees most inputs.
 */
function distribute(
  { nodes }: ComparedCase,
  turn: number,
  proxies: readonly LiveProxy[],
): ReadonlyMap<LiveProxy, readonly Node[]> {
  const work = new Map<LiveProxy, Node[]>();
  const give = (proxy: LiveProxy | undefined, node: Node) => {
    if (proxy) work.set(proxy, [...(work.get(proxy) ?? []), node]);
  };
  const gateways = proxies.filter(({ type }) => type === "router");
  const sidecars = proxies.filter(({ type }) => type === "sidecar");
  for (const [place, node] of [...nodes.values()].entries()) {
    if (node.id.startsWith("router~")) for (const gateway of gateways) give(gateway, node);
    else give(sidecars[(turn + place) % sidecars.length], node);
  }
  return work;
}

/** Envoy must have what it was sent, no more and no less, wait for nothing, and have refused nothing. */
async function look(proxy: LiveProxy): Promise<void> {
  const names = (type: string) => [...proxy.toHave(type)].sort();
  await eventually(async () => {
    assert.deepEqual(
      await configInForce(proxy),
      {
        clusters: names(xdsTypes.cluster),
        listeners: names(xdsTypes.listener),
        routes: names(xdsTypes.route),
        warming: [],
        refused: [],
      },
      proxy.name,
    );
  });
}
