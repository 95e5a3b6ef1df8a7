import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, type Row } from "../testing/judge.ts";
import { type Service, serviceKind } from "./service.ts";

const http = { name: "http", port: 80 };
const spec = (fields: object): object => ({ spec: { ports: [http], ...fields } });
const ports = (...items: object[]): object => ({ spec: { ports: items } });

const rows: readonly Row[] = [
  ["a plain Service", spec({ selector: { app: "a" } })],
  ["no spec", {}, "FW0103 spec"],
  ["no ports", { spec: {} }, "FW0641 spec.ports"],
  ["a headless Service without ports", { spec: { clusterIP: "None" } }],
  ["one port without a name", ports({ port: 80 })],
  ["two ports of which one has no name", ports(http, { port: 81 }), "FW0642 spec.ports[1].name"],
  ["an empty name of several", ports(http, { name: "", port: 81 }), "FW0642 spec.ports[1].name"],
  ["a name twice", ports(http, { name: "http", port: 81 }), "FW0108 spec.ports[1].name"],
  ["a name in capitals", ports({ name: "HTTP", port: 80 }), "FW0643 spec.ports[0].name"],
  ["a port twice", ports(http, { name: "b", port: 80 }), "FW0108 spec.ports[1]"],
  ["a port for two protocols", ports(http, { name: "b", port: 80, protocol: "UDP" })],
  ["the port 0", ports({ port: 0 }), "FW0203 spec.ports[0].port"],
  ["the port 65536", ports({ port: 65536 }), "FW0203 spec.ports[0].port"],
  ["no port number", ports({ name: "a" }), "FW0103 spec.ports[0].port"],
  ["an unknown protocol", ports({ port: 80, protocol: "HTTP" }), "FW0104 spec.ports[0].protocol"],
  ["a named target", ports({ port: 80, targetPort: "web-1" })],
  ["an empty target", ports({ port: 80, targetPort: "" })],
  ["a target of many letters", ports({ port: 80, targetPort: "a".repeat(16) }), "FW0643 spec.ports[0].targetPort"],
  ["a target without letters", ports({ port: 80, targetPort: "8080" }), "FW0643 spec.ports[0].targetPort"],
  ["a target out of range", ports({ port: 80, targetPort: 70000 }), "FW0203 spec.ports[0].targetPort"],
  ["an application protocol", ports({ port: 80, appProtocol: "kubernetes.io/h2c" })],
  ["a bad application protocol", ports({ port: 80, appProtocol: "a b" }), "FW0213 spec.ports[0].appProtocol"],
  ["a null node port", ports({ port: 80, nodePort: null })],
  ["the node port 0", ports({ port: 80, nodePort: 0 })],
  ["a node port without the type", ports({ port: 80, nodePort: 30000 }), "FW0640 spec.ports[0].nodePort"],
  ["a node port", spec({ type: "NodePort", ports: [{ port: 80, nodePort: 30000 }] })],
  [
    "a node port twice",
    spec({
      type: "NodePort",
      ports: [
        { ...http, nodePort: 30000 },
        { name: "b", port: 81, nodePort: 30000 },
      ],
    }),
    "FW0108 spec.ports[1].nodePort",
  ],

  ["an external name", { spec: { type: "ExternalName", externalName: "db.example.com." } }],
  ["no external name", { spec: { type: "ExternalName" } }, "FW0640 spec.externalName"],
  ["a bad external name", { spec: { type: "ExternalName", externalName: "a_b" } }, "FW0204 spec.externalName"],
  [
    "an external name with an address",
    { spec: { type: "ExternalName", externalName: "a.b", clusterIP: "10.0.0.1" } },
    "FW0640 spec.clusterIP",
  ],
  ["an unknown type", spec({ type: "Public" }), "FW0104 spec.type"],
  ["an empty type", spec({ type: "" })],

  ["source ranges", spec({ type: "LoadBalancer", loadBalancerSourceRanges: [" 10.0.0.0/8 "] })],
  [
    "a source address",
    spec({ type: "LoadBalancer", loadBalancerSourceRanges: ["10.0.0.1"] }),
    "FW0207 spec.loadBalancerSourceRanges[0]",
  ],
  [
    "source ranges without a load balancer",
    spec({ loadBalancerSourceRanges: ["10.0.0.0/8"] }),
    "FW0640 spec.loadBalancerSourceRanges",
  ],
  ["no source ranges without a load balancer", spec({ loadBalancerSourceRanges: [], loadBalancerIP: "" })],
  ["a class without a load balancer", spec({ loadBalancerClass: "a.b/c" }), "FW0640 spec.loadBalancerClass"],
  ["local traffic from outside", spec({ type: "NodePort", externalTrafficPolicy: "Local" })],
  ["local traffic to an external address", spec({ externalIPs: ["1.2.3.4"], externalTrafficPolicy: "Local" })],
  ["local traffic without outside", spec({ externalTrafficPolicy: "Local" }), "FW0640 spec.externalTrafficPolicy"],
  ["a health port", spec({ type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort: 32000 })],
  [
    "a health port that nobody asks",
    spec({ type: "LoadBalancer", healthCheckNodePort: 32000 }),
    "FW0640 spec.healthCheckNodePort",
  ],
  ["a headless load balancer", spec({ type: "LoadBalancer", clusterIP: "None" }), "FW0640 spec.clusterIP"],
  ["a loopback external address", spec({ externalIPs: ["127.0.0.1"] }), "FW0645 spec.externalIPs[0]"],
  ["an external host", spec({ externalIPs: ["a.b"] }), "FW0206 spec.externalIPs[0]"],

  ["a virtual address", spec({ clusterIP: "10.0.0.1" })],
  ["a bad virtual address", spec({ clusterIP: "10.0.0" }), "FW0206 spec.clusterIP"],
  ["two addresses", spec({ clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1", "fd00::1"] })],
  [
    "two addresses of one family",
    spec({ clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1", "10.0.0.2"] }),
    "FW0644 spec.clusterIPs[1]",
  ],
  ["addresses without the first", spec({ clusterIPs: ["10.0.0.1"] }), "FW0644 spec.clusterIPs[0]"],
  [
    "two addresses in a single stack",
    spec({ ipFamilyPolicy: "SingleStack", clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1", "fd00::1"] }),
    "FW0644 spec.clusterIPs",
  ],
  ["a family twice", spec({ ipFamilies: ["IPv4", "IPv4"] }), "FW0108 spec.ipFamilies[1]"],
  [
    "an address of another family",
    spec({ clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"], ipFamilies: ["IPv6"] }),
    "FW0644 spec.clusterIPs[0]",
  ],

  [
    "affinity for a day",
    spec({ sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 86400 } } }),
  ],
  [
    "affinity for longer",
    spec({ sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } }),
    "FW0105 spec.sessionAffinityConfig.clientIP.timeoutSeconds",
  ],
  [
    "affinity settings of the wrong type",
    spec({ sessionAffinity: "ClientIP", sessionAffinityConfig: "x" }),
    "FW0102 spec.sessionAffinityConfig",
  ],
  [
    "affinity without an address",
    spec({ clusterIP: "None", sessionAffinity: "ClientIP" }),
    "FW0646 spec.sessionAffinity",
  ],
  ["a bad selector", spec({ selector: { "a b": "c" } }), 'FW0213 spec.selector["a b"]'],
  ["keys of old clusters", spec({ topologyKeys: ["zone"] }), "FW0114 spec.topologyKeys"],
  ["a name with a dot", { metadata: { name: "a.b", namespace: "default" }, ...spec({}) }, "FW0115 metadata.name"],
];

describe("serviceKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(serviceKind, fields), problems));
  }

  test("fills in what a load balancer leaves out", () => {
    const service = admitted<Service>(serviceKind, {
      spec: { type: "LoadBalancer", ports: [{ port: 80 }], clusterIP: "10.0.0.1", sessionAffinity: "ClientIP" },
    });
    assert.deepEqual(service.spec, {
      type: "LoadBalancer",
      ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      sessionAffinity: "ClientIP",
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } },
      internalTrafficPolicy: "Cluster",
      externalTrafficPolicy: "Cluster",
      allocateLoadBalancerNodePorts: true,
      ipFamilyPolicy: "SingleStack",
    });
  });

  test("adds little to an external name", () => {
    const service = admitted<Service>(serviceKind, { spec: { type: "ExternalName", externalName: "a.b" } });
    assert.deepEqual(service.spec, { type: "ExternalName", externalName: "a.b", sessionAffinity: "None" });
  });

  test("completes nothing twice", () => {
    const once = admitted<Service>(serviceKind, spec({ type: "NodePort", ipFamilies: ["IPv4", "IPv6"] }));
    assert.deepEqual(admitted<Service>(serviceKind, { spec: once.spec }).spec, once.spec);
  });
});

describe("columns of a Service", () => {
  const shown = (spec: object, status = {}) => cells(serviceKind, { ...admitted(serviceKind, { spec }), status });

  test("a node port", () => {
    assert.deepEqual(
      shown({ type: "NodePort", ports: [{ port: 80, nodePort: 30000 }], selector: { b: "2", a: "1" } }),
      {
        Type: "NodePort",
        "Cluster-IP": "<none>",
        "External-IP": "<none>",
        "Port(s)": "80:30000/TCP",
        Selector: "a=1,b=2",
      },
    );
  });

  test("the addresses of a load balancer", () => {
    const balancer = { type: "LoadBalancer", ports: [http], externalIPs: ["1.2.3.4"] };
    const status = { loadBalancer: { ingress: [{ ip: "9.9.9.9" }, { hostname: "lb.example.com" }] } };
    assert.equal(shown(balancer, status)["External-IP"], "9.9.9.9,lb.example.com,1.2.3.4");
    assert.equal(shown({ type: "LoadBalancer", ports: [http] })["External-IP"], "<pending>");
    assert.equal(shown({ type: "ExternalName", externalName: "a.b" })["External-IP"], "a.b");
  });
});
