import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Endpoint, ServicePort } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { UpstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import { loadEnvoyCodec } from "../envoy-codec.ts";
import type { Built } from "../plan.ts";
import { endpoint, viewWithEndpoints } from "../testing/endpoints.ts";
import type { ViewFixture } from "../testing/view.ts";
import { planAll } from "../translate.ts";

const host = "reviews.app.svc.cluster.local";
const name = `outbound|80||${host}`;
const reviews = service("app/reviews");
const rule = (spec: object, id = "app/rule") => config("DestinationRule", id, { host, ...spec });

const codec = loadEnvoyCodec();

interface Fixture extends ViewFixture {
  readonly endpoints?: readonly Endpoint[];
}

function clusters({ endpoints = [endpoint("10.1.0.1")], ...fixture }: Fixture): ReadonlyMap<string, Built<Cluster>> {
  const services = fixture.services ?? [reviews];
  const all = Object.fromEntries(services.map(({ hostname }) => [hostname, endpoints]));
  const plans = planAll("clusters", viewWithEndpoints({ ...fixture, services }, all), []);
  const made = new Map(plans.map((plan) => [plan.name, plan.build(plan.key as never)]));
  // Whatever a test looks at, all that was made must be what Envoy's schema has.
  for (const { message } of made.values()) codec.encode("envoy.config.cluster.v3.Cluster", message);
  return made;
}

function cluster(fixture: Fixture, wanted = name): Cluster {
  const built = clusters(fixture).get(wanted);
  assert.ok(built, wanted);
  return built.message;
}

const tlsOf = ({ transportSocket }: Cluster) => transportSocket?.typedConfig as UpstreamTlsContext | undefined;
const socketsOf = ({ transportSocketMatches = [] }: Cluster) => transportSocketMatches.map((each) => each.name);

describe("a sidecar has", () => {
  test("a cluster for each port and subset, and those for what is unknown", () => {
    const subsets = [{ name: "v1", labels: { version: "v1" } }];
    assert.deepEqual(
      [...clusters({ resources: [rule({ subsets })] }).keys()],
      [name, `outbound|80|v1|${host}`, "BlackHoleCluster", "PassthroughCluster", "InboundPassthroughCluster"],
    );
  });

  test("no cluster for aliases, ports of UDP and names without anything to resolve", () => {
    const udp: ServicePort = { number: 53, name: "dns", protocol: "udp", targetPort: 53 };
    const services = [
      service("app/alias", { resolution: "alias", aliasOf: host }),
      service("app/udp", { ports: [udp] }),
      service("app/named", { resolution: "dns" }),
    ];
    assert.equal(clusters({ services, endpoints: [] }).size, 3);
  });

  test("a cluster that looks unknown hosts up, if the mesh wants it", () => {
    const outboundTrafficPolicy = { mode: "ALLOW_ANY_DYNAMIC_DNS", tls: { mode: "SIMPLE" } } as const;
    const made = cluster({ config: { outboundTrafficPolicy } }, "AllowAnyDynamicDNSCluster");
    assert.equal(made.clusterType?.name, "envoy.clusters.dynamic_forward_proxy");
    assert.equal(made.transportSocket?.name, "envoy.transport_sockets.tls");
  });
});

describe("plain Envoy", () => {
  test("gets no filters of Istio's", () => {
    const made = clusters({ metadata: { ISTIO_VERSION: "" } });
    for (const { message } of made.values()) assert.equal(message.filters, undefined, message.name);
    assert.deepEqual(socketsOf(cluster({ metadata: { ISTIO_VERSION: "" } })), ["tlsMode-istio", "tlsMode-disabled"]);
  });
});

describe("mutual TLS", () => {
  test("is left to each endpoint unless the rule settles it", () => {
    assert.deepEqual(socketsOf(cluster({})), ["tlsMode-istio", "tlsMode-disabled"]);
    const settled = cluster({ resources: [rule({ trafficPolicy: { tls: { mode: "DISABLE" } } })] });
    assert.deepEqual([settled.transportSocket, settled.transportSocketMatches], [undefined, undefined]);
  });

  test("is not expected of what is outside, switched off, or refused by the namespace", () => {
    const refusing = config("PeerAuthentication", "app/default", { mtls: { mode: "DISABLE" } });
    const fixtures: readonly Fixture[] = [
      { services: [service("app/reviews", { external: true })] },
      { config: { enableAutoMtls: false } },
      { resources: [refusing] },
    ];
    for (const fixture of fixtures) assert.deepEqual(socketsOf(cluster(fixture)), []);
    const kinds = clusters({ resources: [refusing] })
      .get(name)
      ?.sources.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["Service", "PeerAuthentication"]);
  });

  test("is for all endpoints of a headless service or for none", () => {
    const services = [service("app/reviews", { resolution: "passthrough", headless: true })];
    const secured = (...endpoints: readonly Endpoint[]) => cluster({ services, endpoints }).transportSocket?.name;
    assert.equal(secured(endpoint("10.1.0.1")), "envoy.transport_sockets.tls");
    assert.equal(secured(endpoint("10.1.0.1"), endpoint("10.1.0.2", { mutualTls: false })), undefined);
    assert.equal(secured(), undefined);
  });

  test("uses the files that the proxy brought", () => {
    const metadata = { TLS_CLIENT_CERT_CHAIN: "/c.pem", TLS_CLIENT_KEY: "/k.pem", TLS_CLIENT_ROOT_CERT: "/r.pem" };
    const mutual = rule({ trafficPolicy: { tls: { mode: "ISTIO_MUTUAL" } } });
    const context = tlsOf(cluster({ metadata, resources: [mutual] }))?.commonTlsContext;
    assert.equal(context?.tlsCertificateSdsSecretConfigs?.[0]?.name, "file-cert:/c.pem~/k.pem");
  });

  test("accepts identities of all trust domains that mean the same", () => {
    const serviceAccount = "spiffe://cluster.local/ns/app/sa/reviews";
    const made = cluster({
      endpoints: [endpoint("10.1.0.1", { serviceAccount })],
      config: { trustDomainAliases: ["old.local"] },
      resources: [rule({ trafficPolicy: { tls: { mode: "ISTIO_MUTUAL" } } })],
    });
    const { defaultValidationContext } = tlsOf(made)?.commonTlsContext?.combinedValidationContext ?? {};
    assert.deepEqual(
      defaultValidationContext?.matchSubjectAltNames?.map(({ exact }) => exact),
      [serviceAccount, "spiffe://old.local/ns/app/sa/reviews"],
    );
  });
});

describe("a credential", () => {
  const tls = { mode: "SIMPLE", credentialName: "shop" };
  const authority = (fixture: Fixture) =>
    tlsOf(cluster(fixture))?.commonTlsContext?.combinedValidationContext?.validationContextSdsSecretConfig?.name;

  test("is for gateways", () => {
    const resources = [rule({ trafficPolicy: { tls } })];
    assert.equal(authority({ resources, type: "router" }), "kubernetes://shop-cacert");
  });

  test("is not for sidecars, and the rule's owner is told", () => {
    const resources = [rule({ trafficPolicy: { tls } })];
    assert.equal(authority({ resources }), "file-root:system");
    const [problem] = clusters({ resources }).get(name)?.problems ?? [];
    assert.equal(problem?.code, "FW1211");
    assert.equal(problem?.key.name, "rule");
  });

  test("is for sidecars that the rule selects", () => {
    const resources = [rule({ workloadSelector: { matchLabels: { app: "web" } }, trafficPolicy: { tls } })];
    assert.equal(authority({ resources }), "kubernetes://shop-cacert");
  });
});

describe("how endpoints are found", () => {
  test("names are resolved to the families that the proxy has", () => {
    const services = [service("app/reviews", { resolution: "dns" })];
    assert.equal(cluster({ services }).dnsLookupFamily, "V4_ONLY");
    assert.equal(cluster({ services, metadata: { INSTANCE_IPS: "fd00::1" } }).dnsLookupFamily, "ALL");
  });

  test("a name that is resolved by turns stands alone", () => {
    const services = [service("app/reviews", { resolution: "dns-round-robin" })];
    const endpoints = [endpoint("a.example.com", { locality: "r1" }), endpoint("b.example.com", { locality: "r2" })];
    const made = cluster({ services, endpoints });
    assert.equal(made.type, "LOGICAL_DNS");
    assert.equal(made.loadAssignment?.endpoints?.length, 1);
  });

  test("an entry may lead on to another port than connections had", () => {
    const moved: ServicePort = { number: 80, name: "http", protocol: "http", targetPort: 8443 };
    const services = [service("app/reviews", { resolution: "passthrough", registry: "External", ports: [moved] })];
    assert.deepEqual(cluster({ services }).originalDstLbConfig, { upstreamPortOverride: 8443 });
  });
});

describe("what the rule says", () => {
  test("is all of Envoy's schema", () => {
    const loadBalancers = [
      { backendUtilization: { weightUpdatePeriod: "1s" } },
      { consistentHash: { maglev: { tableSize: 101 } }, localityLbSetting: { distribute: [] } },
      { zoneAwareLbSetting: { minClusterSize: 2, failover: [{ from: "r1", to: "r2" }] } },
    ];
    for (const loadBalancer of loadBalancers) {
      const trafficPolicy = {
        loadBalancer,
        outlierDetection: { outlierDetectionHttpErrorCodes: [429], minHealthPercent: 30 },
        connectionPool: { http: { http2KeepAlive: { interval: "1s" } }, tcp: { tcpKeepalive: {} } },
        tls: { mode: "MUTUAL", clientCertificate: "/c", privateKey: "/k", sni: "x", caCrl: "/crl" },
        proxyProtocol: { version: "V2" },
        retryBudget: { percent: 12.5 },
      };
      const made = cluster({ resources: [rule({ trafficPolicy })], metadata: { ISTIO_VERSION: "" } });
      assert.equal(made.transportSocket?.name, "envoy.transport_sockets.upstream_proxy_protocol");
    }
  });
});

describe("the mesh's settings", () => {
  test("keep connections alive and limit what is buffered", () => {
    const made = cluster({
      config: {
        tcpKeepalive: { time: "2m", interval: "500ms", probes: 3 },
        defaultConfig: { connectionSettings: { profile: "EDGE" } },
      },
    });
    const tcpKeepalive = { keepaliveProbes: 3, keepaliveTime: 120, keepaliveInterval: 1 };
    assert.deepEqual(made.upstreamConnectionOptions, { tcpKeepalive });
    assert.equal(made.perConnectionBufferLimitBytes, 32768);
  });

  test("let Envoy weigh zones, or localities, or neither", () => {
    const zones = cluster({ config: { zoneAwareLbSetting: { enabled: true, minClusterSize: 3 } } }).commonLbConfig;
    assert.deepEqual(zones?.zoneAwareLbConfig, { minClusterSize: "3" });
    const unaware = cluster({ config: { zoneAwareLbSetting: { enabled: false } } }).commonLbConfig;
    assert.deepEqual(unaware?.zoneAwareLbConfig, { routingEnabled: { value: 0 } });
    const near = service("app/reviews", { trafficDistribution: "prefer-same-zone" });
    assert.deepEqual(cluster({ services: [near] }).commonLbConfig?.localityWeightedLbConfig, {});
    assert.deepEqual(cluster({}).commonLbConfig, { healthyPanicThreshold: {} });
  });

  test("sessions that must stay do so at endpoints that drain", () => {
    const sticky = service("app/reviews", { labels: { "istio.io/persistent-session": "cookie" } });
    const { overrideHostStatus } = cluster({ services: [sticky] }).commonLbConfig ?? {};
    assert.ok(overrideHostStatus?.statuses?.includes("DRAINING"));
  });
});
