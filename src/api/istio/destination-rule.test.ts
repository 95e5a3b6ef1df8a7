import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { destinationRuleKind } from "./destination-rule.ts";

const rules: readonly Row<unknown>[] = [
  ["the least", { host: "reviews" }],
  ["no spec", undefined, "FW0103 spec"],
  ["a wildcard host", { host: "*.example.com" }],
  ["a bad host", { host: "a_b" }, "FW0204 spec.host"],
  ["subsets", { host: "a", subsets: [{ name: "v1", labels: { version: "v1" } }, { name: "v2" }] }],
  [
    "subsets that are malformed",
    {
      host: "a",
      subsets: [{ name: "v1" }, { name: "v1", labels: { "a b": "c" } }, { name: "a.b", trafficPolicy: {} }],
    },
    'FW0213 spec.subsets[1].labels["a b"]',
    "FW0214 spec.subsets[2].name",
    "FW0331 spec.subsets[2].trafficPolicy",
    "FW0108 spec.subsets[1].name",
  ],
  ["a selector", { host: "a", workloadSelector: { matchLabels: { app: "x" } }, exportTo: ["."] }],
  [
    "a selector, exported to its namespace by name",
    { host: "a", workloadSelector: { matchLabels: { app: "x" } }, exportTo: ["default"] },
  ],
  [
    "a selector, exported",
    { host: "a", workloadSelector: { matchLabels: { app: "x" } }, exportTo: ["*"] },
    "FW0336 spec.exportTo",
  ],
  [
    "a selector, exported to several",
    { host: "a", workloadSelector: { matchLabels: { app: "x" } }, exportTo: [".", "b"] },
    "FW0336 spec.exportTo",
  ],
  ["a selector of nothing", { host: "a", workloadSelector: {} }, "FW0304 spec.workloadSelector"],
  [
    "a selector with wildcards",
    { host: "a", workloadSelector: { matchLabels: { "*": "a", b: "*", "": "c" } } },
    "FW0302 spec.workloadSelector.matchLabels.b",
    'FW0302 spec.workloadSelector.matchLabels["*"]',
    "FW0302 spec.workloadSelector.matchLabels",
  ],
  ["nobody sees it", { host: "a", exportTo: ["~"] }, "FW0301 spec.exportTo[0]"],
];

for (const [name, spec, ...problems] of rules) {
  test(`destination rule: ${name}`, () => {
    assert.deepEqual(judgeSpec(destinationRuleKind, spec), problems);
  });
}

/** Specs are traffic policies; paths are relative to them. */
const policies: readonly Row<unknown>[] = [
  ["empty", {}, "FW0331"],
  ["tunnel", { tunnel: { protocol: "POST", targetHost: "example.com", targetPort: 443 } }],
  ["a tunnel to an address", { tunnel: { targetHost: "::1", targetPort: 443 } }],
  [
    "a bad tunnel",
    { tunnel: { protocol: "GET", targetHost: "*.com", targetPort: 0 } },
    "FW0104 tunnel.protocol",
    "FW0204 tunnel.targetHost",
    "FW0203 tunnel.targetPort",
  ],
  [
    "tunnel and PROXY protocol",
    { tunnel: { targetHost: "a", targetPort: 1 }, proxyProtocol: { version: "V2" } },
    "FW0111",
  ],
  ["retry budget", { retryBudget: { percent: 25.5, minRetryConcurrency: 0, budgetInterval: "0s" } }],
  ["ports", { portLevelSettings: [{ port: { number: 80 }, tls: { mode: "SIMPLE" } }] }],
  [
    "ports without port or policy",
    { portLevelSettings: [{ tls: {} }, { port: { number: 80 } }, { port: {}, tls: {} }] },
    "FW0103 portLevelSettings[0].port",
    "FW0331 portLevelSettings[1]",
    "FW0203 portLevelSettings[2].port.number",
  ],

  [
    "limits",
    {
      connectionPool: {
        tcp: { maxConnections: 1, idleTimeout: "0s", tcpKeepalive: { probes: 3, time: "1h" } },
        http: { maxRetries: 0 },
      },
    },
  ],
  ["no limits", { connectionPool: {} }, "FW0103 connectionPool"],
  [
    "limits that are malformed",
    {
      connectionPool: {
        tcp: { maxConnections: -1, connectTimeout: "0s", idleTimeout: "1us" },
        http: { http2MaxRequests: -5, idleTimeout: "x" },
      },
    },
    "FW0105 connectionPool.tcp.maxConnections",
    "FW0201 connectionPool.tcp.connectTimeout",
    "FW0201 connectionPool.tcp.idleTimeout",
    "FW0201 connectionPool.tcp.idleTimeout",
    "FW0105 connectionPool.http.http2MaxRequests",
    "FW0201 connectionPool.http.idleTimeout",
  ],
  [
    "two protocols",
    { connectionPool: { http: { h2UpgradePolicy: "UPGRADE", useClientProtocol: true } } },
    "FW0111 connectionPool.http.useClientProtocol",
  ],

  [
    "outliers",
    { outlierDetection: { consecutive5xxErrors: 7, interval: "5m", baseEjectionTime: "15m", maxEjectionPercent: 100 } },
  ],
  [
    "outliers that are malformed",
    {
      outlierDetection: {
        interval: "0s",
        maxEjectionPercent: 101,
        minHealthPercent: -1,
        outlierDetectionHttpErrorCodes: [99],
      },
    },
    "FW0201 outlierDetection.interval",
    "FW0202 outlierDetection.maxEjectionPercent",
    "FW0202 outlierDetection.minHealthPercent",
    "FW0105 outlierDetection.outlierDetectionHttpErrorCodes[0]",
  ],
  [
    "local errors that are not split",
    { outlierDetection: { consecutiveLocalOriginFailures: 3 } },
    "FW0112 outlierDetection.consecutiveLocalOriginFailures",
  ],
  [
    "local errors that are split",
    { outlierDetection: { consecutiveLocalOriginFailures: 3, splitExternalLocalOriginErrors: true } },
  ],
  ["old outliers", { outlierDetection: { consecutiveErrors: 3 } }, "FW0114 outlierDetection.consecutiveErrors"],

  [
    "a hash by cookie",
    { loadBalancer: { consistentHash: { httpCookie: { name: "c", ttl: "0s" }, maglev: { tableSize: 65537 } } } },
  ],
  [
    "a hash that is malformed",
    { loadBalancer: { consistentHash: { httpCookie: { name: "" }, useSourceIp: true, maglev: {}, ringHash: {} } } },
    "FW0106 loadBalancer.consistentHash.httpCookie.name",
    "FW0111 loadBalancer.consistentHash",
    "FW0111 loadBalancer.consistentHash",
    "FW0332 loadBalancer.consistentHash.maglev.tableSize",
  ],
  [
    "tables that are not prime or too large",
    {
      loadBalancer: { consistentHash: { useSourceIp: true, maglev: { tableSize: 100 } } },
      portLevelSettings: [
        { port: { number: 1 }, loadBalancer: { consistentHash: { maglev: { tableSize: 5000011 } } } },
        { port: { number: 2 }, loadBalancer: { consistentHash: { maglev: { tableSize: 1 } } } },
      ],
    },
    "FW0332 loadBalancer.consistentHash.maglev.tableSize",
    "FW0332 portLevelSettings[0].loadBalancer.consistentHash.maglev.tableSize",
    "FW0332 portLevelSettings[1].loadBalancer.consistentHash.maglev.tableSize",
  ],
  [
    "an old ring and a new one",
    { loadBalancer: { consistentHash: { useSourceIp: true, minimumRingSize: 10, ringHash: {} } } },
    "FW0114 loadBalancer.consistentHash.minimumRingSize",
    "FW0111 loadBalancer.consistentHash.minimumRingSize",
  ],
  [
    "rings of a size that Envoy refuses",
    {
      loadBalancer: { consistentHash: { useSourceIp: true, ringHash: { minimumRingSize: 8388609 } } },
      portLevelSettings: [
        { port: { number: 1 }, loadBalancer: { consistentHash: { useSourceIp: true, minimumRingSize: 8388609 } } },
        { port: { number: 2 }, loadBalancer: { consistentHash: { ringHash: { minimumRingSize: 8388608 } } } },
      ],
    },
    "FW0337 loadBalancer.consistentHash.ringHash.minimumRingSize",
    "FW0114 portLevelSettings[0].loadBalancer.consistentHash.minimumRingSize",
    "FW0337 portLevelSettings[0].loadBalancer.consistentHash.minimumRingSize",
  ],
  [
    "two policies",
    { loadBalancer: { simple: "RANDOM", consistentHash: { useSourceIp: true } } },
    "FW0111 loadBalancer",
  ],
  ["warm-up", { loadBalancer: { warmup: { duration: "1m", minimumPercent: 0, aggression: 1 } } }],
  [
    "warm-up that is malformed",
    { loadBalancer: { warmup: { duration: "0s", minimumPercent: 101, aggression: 0.5 } } },
    "FW0201 loadBalancer.warmup.duration",
    "FW0105 loadBalancer.warmup.minimumPercent",
    "FW0105 loadBalancer.warmup.aggression",
  ],
  ["backend utilization", { loadBalancer: { backendUtilization: { weightUpdatePeriod: "1s" } } }],
  ["localities and zones", { loadBalancer: { localityLbSetting: {}, zoneAwareLbSetting: {} } }, "FW0111 loadBalancer"],

  [
    "distribution",
    { loadBalancer: { localityLbSetting: { distribute: [{ from: "us/a/*", to: { "us/a/*": 80, "us/b/*": 20 } }] } } },
  ],
  [
    "distribution that is malformed",
    {
      loadBalancer: {
        localityLbSetting: {
          distribute: [
            { from: "us", to: { "us/a": 50, "us/b": 40 } },
            { from: "us/a", to: { "u*s": 100 } },
            { from: "", to: { a: 0, b: 100 } },
            { from: "eu" },
          ],
        },
      },
    },
    "FW0333 loadBalancer.localityLbSetting.distribute[0].to",
    'FW0333 loadBalancer.localityLbSetting.distribute[1].to["u*s"]',
    "FW0333 loadBalancer.localityLbSetting.distribute[2].to.a",
    "FW0333 loadBalancer.localityLbSetting.distribute[3].to",
    "FW0333 loadBalancer.localityLbSetting.distribute[1].from",
    "FW0333 loadBalancer.localityLbSetting.distribute[2].from",
  ],
  [
    "failover",
    {
      outlierDetection: {},
      loadBalancer: { localityLbSetting: { failover: [{ from: "us", to: "eu" }], failoverPriority: ["version=v1"] } },
    },
  ],
  [
    "failover that nothing sets off",
    { loadBalancer: { localityLbSetting: { failoverPriority: ["topology.istio.io/network"] } } },
    "FW0334 loadBalancer.localityLbSetting",
  ],
  [
    "failover that is malformed",
    {
      outlierDetection: {},
      loadBalancer: {
        localityLbSetting: {
          failover: [
            { from: "us", to: "us" },
            { from: "us/a", to: "e*" },
          ],
          distribute: [{ from: "us", to: { us: 100 } }],
          failoverPriority: ["topology.kubernetes.io/zone"],
        },
      },
    },
    "FW0333 loadBalancer.localityLbSetting.failover[0]",
    "FW0333 loadBalancer.localityLbSetting.failover[1].from",
    "FW0333 loadBalancer.localityLbSetting.failover[1].to",
    "FW0111 loadBalancer.localityLbSetting",
    "FW0111 loadBalancer.localityLbSetting.failoverPriority[0]",
  ],
  [
    "zones by topology labels",
    { loadBalancer: { zoneAwareLbSetting: { failoverPriority: ["topology.kubernetes.io/region"] } } },
    "FW0333 loadBalancer.zoneAwareLbSetting.failoverPriority[0]",
  ],

  ["TLS by files", { tls: { mode: "MUTUAL", clientCertificate: "/c", privateKey: "/k", caCertificates: "/ca" } }],
  ["TLS by a secret", { tls: { mode: "MUTUAL", credentialName: "s" } }],
  [
    "mutual TLS without certificates",
    { tls: { mode: "MUTUAL" } },
    "FW0335 tls.clientCertificate",
    "FW0335 tls.privateKey",
  ],
  [
    "TLS by both",
    { tls: { mode: "SIMPLE", credentialName: "s", caCertificates: "/ca", caCrl: "/crl" } },
    "FW0335 tls.caCertificates",
    "FW0335 tls.caCrl",
  ],
  ["TLS that verifies nothing", { tls: { mode: "SIMPLE", insecureSkipVerify: true } }],
  [
    "TLS that verifies nothing by something",
    { tls: { mode: "SIMPLE", insecureSkipVerify: true, caCertificates: "/ca", subjectAltNames: [] } },
    "FW0335 tls.caCertificates",
    "FW0335 tls.subjectAltNames",
  ],
  ["a ConfigMap of the namespace", { tls: { mode: "SIMPLE", credentialName: "configmap://default/ca" } }],
  [
    "ConfigMaps of other namespaces",
    {
      tls: { mode: "SIMPLE", credentialName: "configmap://other/ca" },
      portLevelSettings: [{ port: { number: 1 }, tls: { mode: "SIMPLE", credentialName: "configmap://a/b/c" } }],
    },
    "FW0335 tls.credentialName",
    "FW0335 portLevelSettings[0].tls.credentialName",
  ],
];

for (const [name, trafficPolicy, ...problems] of policies) {
  test(`traffic policy: ${name}`, () => {
    const found = judgeSpec(destinationRuleKind, { host: "a", trafficPolicy });
    assert.deepEqual(
      found.map((line) => line.replace(/ spec\.trafficPolicy\.?/, " ").trim()),
      problems,
    );
  });
}
