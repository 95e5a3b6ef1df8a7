import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { formatPath, type Problem } from "../problem.ts";
import { fixtures, needsFixtures } from "../testing/fixtures.ts";
import { defaultMeshConfig } from "./default-mesh-config.ts";
import { readMeshConfig, readMeshNetworks, readProxyConfig } from "./read-mesh-config.ts";

const told = (problems: readonly Problem[]) => problems.map((p) => `${p.code} ${formatPath(p.path)}`);

type Case = readonly [name: string, input: unknown, ...problems: string[]];

const proxy = (fields: object) => ({ defaultConfig: fields });
const tracing = (fields: object) => proxy({ tracing: fields });
const provider = (fields: object) => ({ extensionProviders: [{ name: "p", ...fields }] });
const at = "extensionProviders[0]";
const service = { service: "authz.foo.svc.cluster.local", port: 9000 };

const general: readonly Case[] = [
  ["nothing", null],
  ["a list", [], "FW0102 "],
  ["a port that is none", { proxyListenPort: 0 }, "FW0203 proxyListenPort"],
  ["a switched-off HTTP proxy", { proxyHttpPort: 0 }],
  ["a quick timeout", { connectTimeout: "1ms" }],
  ["no time to connect", { connectTimeout: "0s" }, "FW0201 connectTimeout"],
  ["a day to connect", { connectTimeout: "24h" }, "FW0201 connectTimeout"],
  ["no protocol detection", { protocolDetectionTimeout: "0s" }],
  ["a trust domain", { trustDomain: "Mesh-1.example", trustDomainAliases: ["old", "example.com."] }],
  ["a trust domain with underscores", { trustDomain: "my_mesh" }, "FW0803 trustDomain"],
  ["an empty alias", { trustDomainAliases: [""] }, "FW0803 trustDomainAliases[0]"],
  ["an unknown mode", { outboundTrafficPolicy: { mode: "ANY" } }, "FW0104 outboundTrafficPolicy.mode"],
  [
    "TLS for unknown destinations",
    { outboundTrafficPolicy: { mode: "ALLOW_ANY_DYNAMIC_DNS", tls: { mode: "SIMPLE" } } },
  ],
  ["TLS that is not used", { outboundTrafficPolicy: { tls: { mode: "SIMPLE" } } }, "FW0821 outboundTrafficPolicy.tls"],
  ["exports", { defaultServiceExportTo: [".", "~", "ns"] }],
  ["a broken export", { defaultVirtualServiceExportTo: ["a/b"] }, "FW0820 defaultVirtualServiceExportTo[0]"],
  ["hosts of service settings", { serviceSettings: [{ settings: { clusterLocal: true }, hosts: ["*.a.svc", "b"] }] }],
  ["a broken host", { serviceSettings: [{ hosts: ["a.*.b"] }] }, "FW0205 serviceSettings[0].hosts[0]"],
  ["a selector", { discoverySelectors: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }] }],
  [
    "a selector without values",
    { discoverySelectors: [{ matchExpressions: [{ key: "a", operator: "In" }] }] },
    "FW0112 discoverySelectors[0].matchExpressions[0].values",
  ],
  ["curves", { tlsDefaults: { ecdhCurves: ["P-256", "X25519MLKEM768"] } }],
  [
    "an unknown curve and one twice",
    { tlsDefaults: { ecdhCurves: ["P-256", "P-1", "P-256"] } },
    "FW0805 tlsDefaults.ecdhCurves[1]",
    "FW0805 tlsDefaults.ecdhCurves[2]",
  ],
  ["curves of the mesh's own TLS", { meshMTLS: { ecdhCurves: ["P-256"] } }, "FW0804 meshMTLS.ecdhCurves"],
  ["localities", { localityLbSetting: { distribute: [{ from: "a/*", to: { "a/b": 60, c: 40 } }] } }],
  [
    "localities that do not add up",
    { localityLbSetting: { distribute: [{ from: "a", to: { b: 60 } }] } },
    "FW0333 localityLbSetting.distribute[0].to",
  ],
  [
    "two sorts of locality",
    { localityLbSetting: { enabled: true }, zoneAwareLbSetting: { enabled: true } },
    "FW0822 localityLbSetting",
  ],
  ["sources", { configSources: [{ address: "fs:///etc/a" }, { address: "xds://a:15010" }, { address: "k8s://" }] }],
  ["a source without its folder", { configSources: [{ address: "fs://" }] }, "FW0807 configSources[0].address"],
  ["an unknown source", { configSources: [{ address: "mcp://a" }] }, "FW0808 configSources[0].address"],
];

const proxies: readonly Case[] = [
  ["addresses", proxy({ discoveryAddress: "istiod:15012", statsdUdpAddress: "[::1]:9125" })],
  ["an address without port", proxy({ discoveryAddress: "istiod" }), "FW0801 defaultConfig.discoveryAddress"],
  ["an address without host", proxy({ discoveryAddress: ":15012" }), "FW0801 defaultConfig.discoveryAddress"],
  ["an IPv6 address without brackets", proxy({ discoveryAddress: "::1:80" }), "FW0801 defaultConfig.discoveryAddress"],
  ["an absent address, written as empty", proxy({ statsdUdpAddress: "" })],
  ["a drain time", proxy({ drainDuration: "1m" })],
  ["a fraction of a drain time", proxy({ drainDuration: "1.5s" }), "FW0802 defaultConfig.drainDuration"],
  ["no drain time", proxy({ drainDuration: "0s" }), "FW0201 defaultConfig.drainDuration"],
  ["an administration port", proxy({ proxyAdminPort: 70000 }), "FW0203 defaultConfig.proxyAdminPort"],
  ["two names", proxy({ serviceCluster: "a", tracingServiceName: "CANONICAL_NAME_ONLY" }), "FW0111 defaultConfig"],
  ["an inherited policy", proxy({ controlPlaneAuthPolicy: "INHERIT" }), "FW0809 defaultConfig.controlPlaneAuthPolicy"],
  ["Zipkin on the node", tracing({ zipkin: { address: "$(HOST_IP):9411" }, sampling: 100 })],
  ["Zipkin without port", tracing({ zipkin: { address: "zipkin" } }), "FW0801 defaultConfig.tracing.zipkin.address"],
  ["more than all requests", tracing({ sampling: 101 }), "FW0810 defaultConfig.tracing.sampling"],
  [
    "Lightstep without its token",
    tracing({ lightstep: { address: "a:80" } }),
    "FW0103 defaultConfig.tracing.lightstep.accessToken",
  ],
  [
    "mutual TLS without files",
    tracing({ tlsSettings: { mode: "MUTUAL" } }),
    "FW0335 defaultConfig.tracing.tlsSettings.clientCertificate",
    "FW0335 defaultConfig.tracing.tlsSettings.privateKey",
  ],
  [
    "an old switch",
    proxy({ proxyMetadata: { ISTIO_META_DNS_AUTO_ALLOCATE: "true" } }),
    "FW0806 defaultConfig.proxyMetadata.ISTIO_META_DNS_AUTO_ALLOCATE",
  ],
  ["an accelerator", proxy({ privateKeyProvider: { qat: { pollDelay: "2ms" } } })],
  ["an accelerator of no sort", proxy({ privateKeyProvider: {} }), "FW0103 defaultConfig.privateKeyProvider"],
  [
    "an accelerator that never waits",
    proxy({ privateKeyProvider: { cryptomb: { pollDelay: "0s" } } }),
    "FW0201 defaultConfig.privateKeyProvider.cryptomb.pollDelay",
  ],
  ["a retired field", proxy({ zipkinAddress: "a:80" }), "FW0114 defaultConfig.zipkinAddress"],
  [
    "metrics by a broken expression",
    proxy({ proxyStatsMatcher: { inclusionRegexps: ["(?=a)"] } }),
    "FW0209 defaultConfig.proxyStatsMatcher.inclusionRegexps[0]",
  ],
];

const providers: readonly Case[] = [
  ["a provider", provider({ envoyExtAuthzGrpc: service })],
  ["a provider in a namespace", provider({ zipkin: { service: "foo/zipkin.example.com", port: 80 } })],
  ["a provider without a service", provider({ prometheus: {} })],
  ["a provider of no sort", provider({}), `FW0812 ${at}`],
  ["a provider of two sorts", provider({ prometheus: {}, stackdriver: {} }), `FW0111 ${at}`],
  ["a nameless provider", { extensionProviders: [{ prometheus: {} }] }, `FW0811 ${at}.name`],
  [
    "two providers of one name",
    {
      extensionProviders: [
        { name: "a", prometheus: {} },
        { name: "a", stackdriver: {} },
      ],
    },
    "FW0811 extensionProviders[1].name",
  ],
  [
    "a provider with nothing right",
    provider({
      envoyExtAuthzHttp: {
        service: "foo/my-custom-ext-authz",
        port: 999999,
        pathPrefix: "check",
        statusOnError: "999",
      },
    }),
    `FW0816 ${at}.envoyExtAuthzHttp.pathPrefix`,
    `FW0815 ${at}.envoyExtAuthzHttp.statusOnError`,
    `FW0813 ${at}.envoyExtAuthzHttp.service`,
    `FW0814 ${at}.envoyExtAuthzHttp.port`,
  ],
  [
    "traces over HTTP and gRPC",
    provider({ opentelemetry: { ...service, http: {}, grpc: {} } }),
    `FW0817 ${at}.opentelemetry`,
  ],
  ["an old sort", provider({ lightstep: { ...service, accessToken: "a" } }), `FW0114 ${at}.lightstep`],
  ["a built-in default provider", { defaultProviders: { metrics: ["prometheus"] } }],
  ["an undefined default provider", { defaultProviders: { tracing: ["x"] } }, "FW0819 defaultProviders.tracing[0]"],
];

describe("readMeshConfig", () => {
  for (const [name, input, ...problems] of [...general, ...proxies, ...providers]) {
    test(name, () => {
      const reading = readMeshConfig(input);
      assert.deepEqual(told([...reading.problems, ...reading.unknown]), problems);
      assert.equal(
        reading.value === undefined,
        reading.problems.some((p) => p.severity === "error"),
      );
    });
  }

  test("finds nothing wrong with the defaults", () => {
    const reading = readMeshConfig(defaultMeshConfig);
    assert.deepEqual(told([...reading.problems, ...reading.unknown]), []);
  });

  test("leaves out what it does not know", () => {
    const reading = readMeshConfig({ disablePolicyChecks: true, enableTracing: false });
    assert.deepEqual(told(reading.unknown), ["FW0101 disablePolicyChecks"]);
    assert.equal(reading.value?.enableTracing, false);
  });

  test("reads every mesh configuration of the fixtures", { skip: needsFixtures }, () => {
    const root = fixtures("golden") ?? "";
    const files = [
      ...globSync("istiod-xds/**/mesh.yaml", { cwd: root }),
      ...globSync("analyzers/*-mesh-cfg.yaml", { cwd: root }),
      "analyzers/mesh-with-automtls.yaml",
      "analyzers/telemetry-lightstep-meshconfig.yaml",
      "analyzers/common/meshconfig.yaml",
    ];
    assert.ok(files.length > 10, "there are mesh configurations");
    for (const file of files) {
      const reading = readMeshConfig(parse(readFileSync(join(root, file), "utf8")));
      assert.ok(reading.value, `${file}: ${told(reading.problems)}`);
      assert.deepEqual(reading.unknown, [], file);
    }
  });
});

const network = (fields: object) => ({ networks: { n: fields } });
const networks: readonly Case[] = [
  ["nothing", {}],
  [
    "a network",
    network({
      endpoints: [{ fromRegistry: "cluster-1" }, { fromCidr: "192.168.0.0/16" }],
      gateways: [
        { registryServiceName: "gw.istio-system.svc.cluster.local", port: 15443 },
        { address: "gw.example.com", port: 15443, locality: "a/b" },
        { address: "2001:db8::1", port: 443 },
      ],
    }),
  ],
  ["a broken range", network({ endpoints: [{ fromCidr: "10.0.0.0/40" }] }), "FW0207 networks.n.endpoints[0].fromCidr"],
  [
    "endpoints of two sorts",
    network({ endpoints: [{ fromCidr: "10.0.0.0/8", fromRegistry: "a" }] }),
    "FW0111 networks.n.endpoints[0]",
  ],
  [
    "a registry's bad name",
    network({ endpoints: [{ fromRegistry: "a b" }] }),
    "FW0214 networks.n.endpoints[0].fromRegistry",
  ],
  ["a gateway without port", network({ gateways: [{ address: "10.0.0.1" }] }), "FW0103 networks.n.gateways[0].port"],
  ["a gateway's bad port", network({ gateways: [{ address: "a.b", port: 0 }] }), "FW0203 networks.n.gateways[0].port"],
  [
    "a registry in two networks",
    { networks: { n: { endpoints: [{ fromRegistry: "a" }] }, m: { endpoints: [{ fromRegistry: "a" }] } } },
    "FW0831 networks.m.endpoints[0]",
  ],
];

describe("readMeshNetworks", () => {
  for (const [name, input, ...problems] of networks) {
    test(name, () => {
      const reading = readMeshNetworks(input);
      assert.deepEqual(told([...reading.problems, ...reading.unknown]), problems);
    });
  }

  test("reads the networks of the fixtures", { skip: needsFixtures }, () => {
    const file = fixtures("golden/analyzers/common/meshnetworks.yaml") ?? "";
    const reading = readMeshNetworks(parse(readFileSync(file, "utf8")));
    assert.deepEqual(told([...reading.problems, ...reading.unknown]), []);
  });
});

test("readProxyConfig reads an annotation by itself", () => {
  const reading = readProxyConfig({ concurrency: 0, holdApplicationUntilProxyStarts: true });
  assert.deepEqual(reading.value, { concurrency: 0, holdApplicationUntilProxyStarts: true });
  assert.deepEqual(told(readProxyConfig({ concurrency: -1 }).problems), ["FW0105 concurrency"]);
});
