import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Endpoint } from "../../core/index.ts";
import type { UpstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import { endpoint, viewWithEndpoints } from "../testing/endpoints.ts";
import type { ViewFixture } from "../testing/view.ts";
import { buildAll } from "../translate.ts";
import { planGrpcClusters } from "./plan-grpc-clusters.ts";
import { planGrpcEndpoints } from "./plan-grpc-endpoints.ts";
import { echo, echoCluster, grpcView } from "./testing/grpc-view.ts";

const rule = (trafficPolicy: object, subsets: readonly object[] = []) =>
  config("DestinationRule", "app/echo", { host: "echo", trafficPolicy, subsets });

const cluster = (fixture: ViewFixture, name = echoCluster) =>
  buildAll(planGrpcClusters(grpcView(fixture), [name]), [])[0]?.message;

suite("the clusters of a gRPC client", () => {
  test("have what gRPC reads of them", () => {
    assert.deepEqual(cluster({}), {
      name: echoCluster,
      type: "EDS",
      edsClusterConfig: { edsConfig: { ads: {}, resourceApiVersion: "V3" }, serviceName: echoCluster },
      lbPolicy: "ROUND_ROBIN",
      circuitBreakers: { thresholds: [{ maxRequests: 4294967295 }] },
    });
  });

  test("are those of all services and subsets if it names none", () => {
    const resources = [rule({}, [{ name: "v1", labels: { version: "v1" } }])];
    const names = planGrpcClusters(grpcView({ resources }), []).map(({ name }) => name);
    assert.deepEqual(names, [echoCluster, "outbound|7070|v1|echo.app.svc.cluster.local"]);
  });

  for (const name of ["outbound|7070||gone", "outbound|7070|v9|echo.app.svc.cluster.local", "BlackHoleCluster", "x"]) {
    test(`are none for '${name}'`, () => assert.equal(cluster({}, name), undefined));
  }

  test("limit requests as the rule does", () => {
    const resources = [rule({ connectionPool: { http: { http2MaxRequests: 7 } } })];
    assert.deepEqual(cluster({ resources })?.circuitBreakers, { thresholds: [{ maxRequests: 7 }] });
  });

  const policies = [
    [{ simple: "LEAST_REQUEST" }, "ROUND_ROBIN", undefined],
    [{ simple: "RANDOM" }, "ROUND_ROBIN", undefined],
    [{ consistentHash: { httpHeaderName: "a" } }, "RING_HASH", "1024"],
    [{ consistentHash: { httpHeaderName: "a", maglev: { tableSize: 11 } } }, "RING_HASH", "1024"],
    [{ consistentHash: { httpHeaderName: "a", ringHash: { minimumRingSize: 2048 } } }, "RING_HASH", "2048"],
  ] as const;
  for (const [loadBalancer, policy, ring] of policies) {
    test(`pick by ${policy} for ${JSON.stringify(loadBalancer)}`, () => {
      const made = cluster({ resources: [rule({ loadBalancer })] });
      assert.equal(made?.lbPolicy, policy);
      assert.equal(made?.ringHashLbConfig?.minimumRingSize, ring);
    });
  }

  test("use mutual TLS only where a rule asks for it", () => {
    const socket = cluster({ resources: [rule({ tls: { mode: "ISTIO_MUTUAL" } })] })?.transportSocket;
    const context = (socket?.typedConfig as UpstreamTlsContext | undefined)?.commonTlsContext;
    const roots = { instanceName: "default", certificateName: "ROOTCA" };
    assert.equal(socket?.name, "envoy.transport_sockets.tls");
    assert.deepEqual(context?.tlsCertificateProviderInstance, { instanceName: "default", certificateName: "default" });
    assert.deepEqual(context?.combinedValidationContext, {
      defaultValidationContext: {
        caCertificateProviderInstance: roots,
        matchSubjectAltNames: [{ exact: "spiffe://cluster.local/ns/app/sa/echo" }],
      },
      validationContextCertificateProviderInstance: roots,
    });
    assert.equal(cluster({ resources: [rule({ tls: { mode: "DISABLE" } })] })?.transportSocket, undefined);
  });

  test("resolve the name of an entry, and are told of its addresses", () => {
    const ports = [{ number: 443, name: "http", protocol: "grpc" as const, targetPort: 443 }];
    const entry = service("app/api.example.com", { hostname: "api.example.com", resolution: "dns", ports });
    const name = "outbound|443||api.example.com";
    const made = (...addresses: readonly string[]) => {
      const endpoints = { "api.example.com": addresses.map((address) => endpoint(address, { port: 443 })) };
      const view = viewWithEndpoints({ services: [entry], metadata: { GENERATOR: "grpc" } }, endpoints);
      return buildAll(planGrpcClusters(view, [name]), [])[0]?.message;
    };
    const address = { socketAddress: { address: "api.example.com", portValue: 443 } };
    assert.deepEqual(made("api.example.com")?.loadAssignment?.endpoints, [
      { lbEndpoints: [{ endpoint: { address } }] },
    ]);
    assert.equal(made("api.example.com")?.type, "LOGICAL_DNS");
    assert.equal(made("192.0.2.1", "192.0.2.2")?.type, "EDS");
  });
});

suite("the endpoints of a gRPC client", () => {
  const assignment = (endpoints: readonly Endpoint[], gateways = new Map()) => {
    const fixture = { services: [echo], metadata: { GENERATOR: "grpc", NETWORK: "n1" } };
    const view = viewWithEndpoints(fixture, { [echo.hostname]: endpoints }, gateways);
    return buildAll(planGrpcEndpoints(view, [echoCluster]), [])[0]?.message;
  };
  const addresses = (made: ReturnType<typeof assignment>) =>
    made?.endpoints?.flatMap(({ lbEndpoints = [] }) =>
      lbEndpoints.map((each) => each.endpoint?.address?.socketAddress?.address),
    );

  test("have what gRPC reads of them", () => {
    assert.deepEqual(assignment([endpoint("10.1.0.1", { locality: "r/z" })])?.endpoints, [
      {
        locality: { region: "r", zone: "z" },
        lbEndpoints: [
          {
            endpoint: { address: { socketAddress: { address: "10.1.0.1", portValue: 8080 } } },
            healthStatus: "HEALTHY",
            loadBalancingWeight: 1,
          },
        ],
        loadBalancingWeight: 1,
      },
    ]);
  });

  test("are IP addresses, each once", () => {
    const made = assignment([
      endpoint("10.1.0.1"),
      endpoint("10.1.0.1", { locality: "r" }),
      endpoint("unix:///socket"),
      endpoint("name.example.com"),
    ]);
    assert.deepEqual(addresses(made), ["10.1.0.1"]);
    assert.equal(made?.endpoints?.length, 1);
  });

  test("are not those that only gateways of other networks lead to", () => {
    const gateways = new Map([["n2", [{ network: "n2", cluster: "c2", address: "203.0.113.1", port: 15443 }]]]);
    const made = assignment([endpoint("10.1.0.1"), endpoint("10.2.0.1", { network: "n2" })], gateways);
    assert.deepEqual(addresses(made), ["10.1.0.1"]);
  });

  test("are none for a cluster that is gone", () => {
    const [made] = buildAll(planGrpcEndpoints(grpcView(), ["outbound|1||gone"]), []);
    assert.deepEqual(made?.message, { clusterName: "outbound|1||gone" });
  });
});
