import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import type { Plan } from "../plan.ts";
import { endpoint, viewWithEndpoints } from "../testing/endpoints.ts";
import type { ViewFixture } from "../testing/view.ts";
import { planAll } from "../translate.ts";
import type { View } from "../view.ts";

const host = "reviews.app.svc.cluster.local";
const name = `outbound|80||${host}`;
const reviews = service("app/reviews");

const build = (plan: Plan<ClusterLoadAssignment> | undefined) => {
  assert.ok(plan);
  return plan.build(plan.key as never);
};

function assignment(view: View, wanted = name): ClusterLoadAssignment {
  return build(planAll("endpoints", view, [wanted])[0]).message;
}

const addresses = ({ endpoints = [] }: ClusterLoadAssignment) =>
  endpoints.flatMap(({ lbEndpoints = [] }) =>
    lbEndpoints.map((each) => each.endpoint?.address?.socketAddress?.address ?? ""),
  );

const viewOf = (fixture: ViewFixture, endpoints = [endpoint("10.1.0.1")]) =>
  viewWithEndpoints({ services: [reviews], ...fixture }, { [host]: endpoints });

const disabled = config("PeerAuthentication", "app/off", {
  selector: { matchLabels: { app: "old" } },
  mtls: { mode: "DISABLE" },
});

describe("planned endpoints", () => {
  test("are empty for what is not there", () => {
    for (const gone of ["outbound|80||gone.app.svc.cluster.local", `outbound|81||${host}`, `outbound|80|v9|${host}`]) {
      assert.deepEqual(assignment(viewOf({}), gone), { clusterName: gone });
    }
  });

  test("are marked as plain where a policy of their workload refuses mutual TLS", () => {
    const view = viewOf({ resources: [disabled] }, [
      endpoint("10.1.0.1"),
      endpoint("10.1.0.2", { labels: { app: "old" } }),
    ]);
    const [plan] = planAll("endpoints", view, [name]);
    const { message, sources } = build(plan);
    const modes = message.endpoints?.[0]?.lbEndpoints?.map(
      ({ metadata }) => "envoy.transport_socket_match" in (metadata?.filterMetadata ?? {}),
    );
    assert.deepEqual(modes, [true, false]);
    assert.deepEqual(
      sources.map((each) => each.kind),
      ["Service", "PeerAuthentication"],
    );
  });

  test("are of the client's own cluster, if the host is local to clusters", () => {
    const serviceSettings = [{ settings: { clusterLocal: true }, hosts: [host] }];
    const all = [endpoint("10.1.0.1"), endpoint("10.1.0.2", { cluster: "c2" })];
    const view = viewOf({ config: { serviceSettings }, metadata: { CLUSTER_ID: "c2" } }, all);
    assert.deepEqual(addresses(assignment(view)), ["10.1.0.2"]);
  });

  test("of a node-local service are those of the client's node", () => {
    const local = service("app/reviews", { nodeLocal: true });
    const all = [endpoint("10.1.0.1", { node: "n1" }), endpoint("10.1.0.2", { node: "n2" })];
    const view = viewOf({ services: [local], metadata: { NODE_NAME: "n2" } }, all);
    assert.deepEqual(addresses(assignment(view)), ["10.1.0.2"]);
  });

  test("that are not ready are left out where the user lets Envoy use all of them when few are healthy", () => {
    const all = [endpoint("10.1.0.1"), endpoint("10.1.0.2", { health: "unready" })];
    const rule = config("DestinationRule", "app/dr", {
      host: "reviews",
      trafficPolicy: { outlierDetection: { minHealthPercent: 30 } },
    });
    const near = service("app/reviews", { trafficDistribution: "prefer-same-zone" });
    const told = (fixture: ViewFixture) => addresses(assignment(viewOf(fixture, all))).length;
    assert.deepEqual([told({}), told({ resources: [rule] }), told({ resources: [rule], services: [near] })], [2, 1, 2]);
  });

  test("of the network that the client's workload is labelled with are nearer than others", () => {
    const network = "topology.istio.io/network";
    const rule = config("DestinationRule", "app/dr", {
      host: "reviews",
      trafficPolicy: { outlierDetection: {}, loadBalancer: { localityLbSetting: { failoverPriority: [network] } } },
    });
    const all = ["n1", "n2"].map((name) => endpoint(`10.1.0.${name[1]}`, { labels: { [network]: name } }));
    const view = viewOf({ resources: [rule], metadata: { NETWORK: "n1" } }, all);
    const common = { ...view.scope.common, workloadNetwork: "n2" };
    const labelled = { ...view, scope: { ...view.scope, common } };
    assert.deepEqual(
      [view, labelled].map((each) => addresses(assignment(each))[0]),
      ["10.1.0.1", "10.1.0.2"],
    );
  });

  test("of a gateway that passes connections on by SNI speak mutual TLS", () => {
    const all = [endpoint("10.1.0.1"), endpoint("10.1.0.2", { mutualTls: false })];
    const view = viewOf({ type: "router" }, all);
    assert.deepEqual(addresses(assignment(view, `outbound_.80_._.${host}`)), ["10.1.0.1"]);
  });

  test("go through the gateways of another network", () => {
    const gateways = new Map([["net2", [{ network: "net2", cluster: "c2", address: "1.1.1.1", port: 15443 }]]]);
    const there = endpoint("10.1.0.1", { network: "net2" });
    const view = viewWithEndpoints(
      { services: [reviews], metadata: { NETWORK: "net1" } },
      { [host]: [there] },
      gateways,
    );
    assert.deepEqual(addresses(assignment(view)), ["1.1.1.1"]);
  });
});

test("localities keep their shares where one of them is behind two gateways", () => {
  const gateway = (address: string) => ({ network: "net2", cluster: "c2", address, port: 15443 });
  const gateways = new Map([["net2", [gateway("1.1.1.1"), gateway("1.1.1.2")]]]);
  const all = [endpoint("10.1.0.1", { locality: "r1" }), endpoint("10.1.0.2", { locality: "r2", network: "net2" })];
  const fixture = { services: [reviews], metadata: { NETWORK: "net1" } };
  const { endpoints = [] } = assignment(viewWithEndpoints(fixture, { [host]: all }, gateways));
  assert.deepEqual(
    endpoints.map(({ loadBalancingWeight }) => loadBalancingWeight),
    [2, 2],
  );
});

describe("the key of endpoints", () => {
  const keyOf = (fixture: ViewFixture) => planAll("endpoints", viewOf(fixture), [name])[0]?.key as { from: string };

  test("says nothing of where the client runs if nobody prefers localities", () => {
    assert.equal(keyOf({}).from, "");
  });

  test("holds nothing of other services", () => {
    const other = service("app/other");
    const [own] = planAll("endpoints", viewOf({ services: [reviews, other] }), [name]);
    const text = JSON.stringify(own?.key, (key, value) => (key === "service" ? undefined : value));
    assert.doesNotMatch(text, /other/);
  });
});

describe("a proxy's own peers", () => {
  const targets = [
    { service: reviews, port: { number: 80, name: "http", protocol: "http", targetPort: 8080 }, targetPort: 8080 },
  ] as const;
  const peers = [
    endpoint("10.1.0.1", { labels: { "pod-template-hash": "a" } }),
    endpoint("10.1.0.1", { labels: { "pod-template-hash": "a" }, portName: "grpc", port: 9090 }),
    endpoint("10.1.0.2", { labels: { "pod-template-hash": "b" } }),
  ];
  const labels = { app: "web", "pod-template-hash": "a" };
  const view = (metadata: object) => viewOf({ targets, metadata: { LABELS: labels, ...metadata } }, peers);

  test("are those of its generation, each once, if it asks for them", () => {
    const found = assignment(view({ ENABLE_SELF_DISCOVERY: "true" }), "local_cluster");
    assert.deepEqual(addresses(found), ["10.1.0.1"]);
  });

  test("are nobody if it does not", () => {
    assert.deepEqual(assignment(view({}), "local_cluster"), { clusterName: "local_cluster" });
  });
});
