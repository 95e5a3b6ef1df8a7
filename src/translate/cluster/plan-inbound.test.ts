import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Service, ServicePort } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import type { Built } from "../plan.ts";
import { type ViewFixture, viewFor } from "../testing/view.ts";
import { clusterEnvironment } from "./cluster-environment.ts";
import { planInbound } from "./plan-inbound.ts";

function inbound(fixture: ViewFixture): ReadonlyMap<string, Built<Cluster>> {
  const { scope } = viewFor(fixture);
  const plans = planInbound(scope, clusterEnvironment(scope.settings, scope.proxy));
  return new Map(plans.map((plan) => [plan.name, plan.build(plan.key as never)]));
}

const http: ServicePort = { number: 80, name: "http", protocol: "http", targetPort: 8080 };
const target = (each: Service, port = http, targetPort = 8080) => ({ service: each, port, targetPort });
const [one, two] = [service("app/one"), service("app/two")];

const hosts = (built: Built<Cluster> | undefined) => {
  const { services = [] } = (built?.message.metadata?.filterMetadata?.["istio"] ?? {}) as { services?: Service[] };
  return services.map(({ name }) => name);
};

const ingressAt = (defaultEndpoint: string | undefined, fields: object = {}) =>
  config("Sidecar", "app/own", {
    ingress: [{ port: { number: 80, protocol: "HTTP", name: "h" }, defaultEndpoint, ...fields }],
  });

const addressOf = (built: Built<Cluster> | undefined) =>
  built?.message.loadAssignment?.endpoints?.[0]?.lbEndpoints?.[0]?.endpoint?.address;

describe("clusters of the workload's own ports", () => {
  test("are one for each, shared by the services that lead there by the same port", () => {
    const other = { ...http, number: 90 };
    const made = inbound({
      targets: [target(one), target(two), target(service("app/three"), other), target(two, http, 9090)],
    });
    assert.deepEqual([...made.keys()], ["inbound|8080||", "inbound|9090||"]);
    assert.deepEqual(hosts(made.get("inbound|8080||")), ["one", "two"]);
  });

  test("lead to where connections were going, or to localhost if the mesh says so", () => {
    const own = inbound({ targets: [target(one)] }).get("inbound|8080||");
    assert.equal(own?.message.type, "ORIGINAL_DST");
    assert.deepEqual(own?.message.upstreamBindConfig, { sourceAddress: { address: "127.0.0.6", portValue: 0 } });
    const config = { inboundTrafficPolicy: { mode: "LOCALHOST" } } as const;
    const local = inbound({ targets: [target(one)], config }).get("inbound|8080||");
    assert.deepEqual(addressOf(local), { socketAddress: { address: "127.0.0.1", portValue: 8080 } });
    assert.equal(local?.message.upstreamBindConfig, undefined);
  });

  test("are none where nothing is redirected to the proxy", () => {
    assert.equal(inbound({ targets: [target(one)], metadata: { INTERCEPTION_MODE: "NONE" } }).size, 0);
  });

  test("keep to what the service's rule says of connections, or the Sidecar before it", () => {
    const host = "one.app.svc.cluster.local";
    const rule = config("DestinationRule", "app/rule", {
      host,
      trafficPolicy: { connectionPool: { tcp: { maxConnections: 3 } } },
    });
    const limit = (...resources: readonly ReturnType<typeof config>[]) => {
      const built = inbound({ targets: [target(one)], services: [one], resources }).get("inbound|8080||");
      return built?.message.circuitBreakers?.thresholds?.[0]?.maxConnections;
    };
    assert.equal(limit(rule), 3);
    assert.equal(
      limit(rule, config("Sidecar", "app/own", { inboundConnectionPool: { tcp: { maxConnections: 5 } } })),
      5,
    );
  });
});

describe("clusters of a Sidecar's ingress", () => {
  const cluster = (sidecar: ReturnType<typeof ingressAt>, targets = [target(one, http, 80)]) =>
    inbound({ resources: [sidecar], targets }).get("inbound|80||");

  test("lead to what it says", () => {
    assert.deepEqual(addressOf(cluster(ingressAt("127.0.0.1:8080"))), {
      socketAddress: { address: "127.0.0.1", portValue: 8080 },
    });
    assert.deepEqual(addressOf(cluster(ingressAt("0.0.0.0:8080"))), {
      socketAddress: { address: "10.0.0.1", portValue: 8080 },
    });
    assert.deepEqual(addressOf(cluster(ingressAt("unix:///run/x"))), { pipe: { path: "/run/x" } });
    assert.equal(cluster(ingressAt(undefined))?.message.type, "ORIGINAL_DST");
  });

  test("name the service whose port it is, and the Sidecar as their source", () => {
    const built = cluster(ingressAt(undefined));
    assert.deepEqual(hosts(built), ["one"]);
    assert.deepEqual(
      built?.sources.map(({ kind }) => kind),
      ["Sidecar", "Service"],
    );
    assert.equal(cluster(ingressAt(undefined), [])?.message.metadata, undefined);
  });
});
