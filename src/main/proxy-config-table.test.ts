import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  clusterTable,
  endpointTable,
  extensionTable,
  listenerTable,
  routeTable,
  secretTable,
} from "./proxy-config-table.ts";

const at = (address: string, portValue: number) => ({ socketAddress: { address, portValue } });
const config = "/apis/networking.istio.io/v1/namespaces/app/destination-rule/a-rule";

/** The lines below the headers, their cells parted by bars. */
const cells = (table: string) =>
  table
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(/ {3,}/).join(" | "));

describe("tables of what a proxy is to have", () => {
  test("clusters", () => {
    const table = clusterTable([
      { name: "BlackHoleCluster" },
      { name: "outbound|80|v1|a.app", type: "EDS", metadata: { filterMetadata: { istio: { config } } } },
      { name: "inbound|8080||", type: "ORIGINAL_DST" },
    ]);
    assert.deepEqual(cells(table), [
      "BlackHoleCluster | - | - | - | STATIC | -",
      "a.app | 80 | v1 | outbound | EDS | a-rule.app",
      "- | 8080 | - | inbound | ORIGINAL_DST | -",
    ]);
  });

  test("listeners", () => {
    const http = { name: "h", typedConfig: { "@type": "x", rds: { routeConfigName: "80" } } };
    const tcp = { name: "t", typedConfig: { "@type": "x", cluster: "c" } };
    const split = {
      name: "t",
      typedConfig: { "@type": "x", weightedClusters: { clusters: [{ name: "a" }, { name: "b" }] } },
    };
    const prefixRanges = [{ addressPrefix: "10.0.0.0", prefixLen: 8 }];
    const table = listenerTable([
      {
        name: "l",
        address: at("::", 80),
        filterChains: [
          {
            filterChainMatch: { prefixRanges, serverNames: ["a", "b"], transportProtocol: "tls" },
            filters: [tcp, http],
          },
          { filterChainMatch: { destinationPort: 9 }, filters: [split] },
        ],
        defaultFilterChain: { filters: [tcp] },
      },
      { name: "empty" },
    ]);
    assert.deepEqual(cells(table), [
      "l | [::]:80 | addr=10.0.0.0/8 sni=a,b transport=tls | Route: 80",
      "l | [::]:80 | port=9 | Clusters: a, b",
      "l | [::]:80 | ALL | Cluster: c",
      "empty | - | - | -",
    ]);
  });

  test("routes", () => {
    const weighted = {
      clusters: [
        { name: "a", weight: 1 },
        { name: "b", weight: 99 },
      ],
    };
    const table = routeTable([
      {
        name: "80",
        virtualHosts: [
          {
            name: "v",
            domains: ["a", "b", "c"],
            routes: [
              { match: { prefix: "/" }, route: { cluster: "c" } },
              { match: { path: "/x", headers: [{ name: "h" }] }, route: { weightedClusters: weighted } },
              { match: { safeRegex: { regex: "/y.*" } }, redirect: {} },
              { match: { pathSeparatedPrefix: "/z" }, directResponse: { status: 503 } },
            ],
          },
        ],
      },
    ]);
    assert.deepEqual(cells(table), [
      "80 | v | a + 2 more | /* | c",
      "80 | v | a + 2 more | /x + 1 conditions | a (1), b (99)",
      "80 | v | a + 2 more | ~/y.* | redirect",
      "80 | v | a + 2 more | /z* | direct response 503",
    ]);
  });

  test("endpoints, secrets and extensions", () => {
    const lbEndpoints = [
      { endpoint: { address: at("10.0.0.1", 80) } },
      { endpoint: { address: { pipe: { path: "/s" } } }, healthStatus: "UNHEALTHY" as const },
    ];
    assert.deepEqual(cells(endpointTable([{ clusterName: "c", endpoints: [{ lbEndpoints, priority: 1 }] }])), [
      "10.0.0.1:80 | HEALTHY | 1 | c",
      "/s | UNHEALTHY | 1 | c",
    ]);
    assert.deepEqual(
      cells(
        secretTable([
          { name: "default", tlsCertificate: {} },
          { name: "ROOTCA", validationContext: {} },
        ]),
      ),
      ["default | Cert Chain", "ROOTCA | CA"],
    );
    assert.deepEqual(cells(extensionTable([{ name: "e", typedConfig: { "@type": "t" } }])), ["e | t"]);
  });
});
