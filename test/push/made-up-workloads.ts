import type { Resource } from "../../src/api/index.ts";
import type { Random } from "../../src/base/testing/random.ts";
import { oneOf, perhaps, several } from "../walker/random-choices.ts";
import { apps, exportTo, made, namespaces, someLabels, someTopology } from "./made-up-names.ts";

/** Pods of a namespace. The address of each is its own for good: proxies are known by theirs. */
export const podCount = 4;

/** `10.1.0.2`, by the namespace's place and the pod's number. */
export function podAddress(namespace: string, pod: number): string {
  return `10.${1 + (namespaces as readonly string[]).indexOf(namespace)}.0.${1 + pod}`;
}

const gatewayPod = 3;

/** Pods, with the labels by which they are chosen; the last of each namespace is a gateway's. */
export function madePod(random: Random, namespace: string): Resource {
  const number = random.below(podCount);
  const gateway = number === gatewayPod;
  const labels = {
    app: gateway ? "gw" : oneOf(random, apps),
    ...(gateway && { istio: "ingressgateway" }),
    ...(random.chance(0.6) && { version: oneOf(random, ["v1", "v2"]) }),
    ...(random.chance(0.3) && { tier: "front" }),
    ...(random.chance(0.6) && { "security.istio.io/tlsMode": "istio" }),
    ...(random.chance(0.05) && { "topology.istio.io/network": oneOf(random, ["n1", "n2"]) }),
    ...(random.chance(0.05) && { "istio-locality": "r1.z2" }),
  };
  const ready = random.chance(0.8) ? "True" : "False";
  return made(
    "v1",
    "Pod",
    { name: `p${number}`, namespace, labels },
    {
      spec: {
        containers: [{ name: "app", image: "app", ports: [{ name: "web", containerPort: 8080 }] }],
        nodeName: `node-${random.below(2)}`,
        serviceAccountName: oneOf(random, ["default", "default", "other"]),
      },
      status: {
        phase: random.chance(0.93) ? "Running" : "Failed",
        podIP: podAddress(namespace, number),
        podIPs: [{ ip: podAddress(namespace, number) }],
        conditions: [{ type: "Ready", status: ready }],
      },
    },
  );
}

const ports = {
  http: { name: "http", port: 80, targetPort: 8080, protocol: "TCP" },
  named: { name: "http-web", port: 81, targetPort: "web", protocol: "TCP" },
  grpc: { name: "grpc", port: 7070, targetPort: 7070, protocol: "TCP" },
  tcp: { name: "tcp", port: 9000, targetPort: 9000, protocol: "TCP" },
  auto: { name: "auto", port: 9001, targetPort: 9001, protocol: "TCP" },
  tls: { name: "tls", port: 443, targetPort: 8443, protocol: "TCP" },
} as const;

function servicePorts(random: Random): readonly object[] {
  const chosen = Object.values(ports).filter(() => random.chance(0.2));
  return [random.chance(0.9) ? ports.http : ports.tcp, ...chosen].filter((port, i, all) => all.indexOf(port) === i);
}

/** Services of the apps, and of the gateways. */
export function madeService(random: Random, namespace: string): Resource {
  const number = random.below(apps.length);
  const name = apps[number] as string;
  const visibility = random.chance(0.25) && {
    "networking.istio.io/exportTo": oneOf(random, ["*", ".", "b", "a,istio-system", "~"]),
  };
  const closeness = random.chance(0.1) && { "networking.istio.io/traffic-distribution": "PreferClose" };
  const place = random.chance(0.1) && someTopology(random);
  const form = oneOf(random, ["plain", "plain", "plain", "headless", "balanced", "external", "unselected"] as const);
  const address = `10.96.${(namespaces as readonly string[]).indexOf(namespace)}.${1 + number}`;
  const selector = namespace === "istio-system" ? { istio: "ingressgateway" } : { app: name };
  return made(
    "v1",
    "Service",
    {
      name,
      namespace,
      labels: random.chance(0.3) ? { "istio.io/global": "true", tier: oneOf(random, ["front", "back"]) } : {},
      annotations: { ...visibility, ...closeness, ...place },
    },
    {
      spec: {
        ports: servicePorts(random),
        ...(form !== "external" && { clusterIP: form === "headless" ? "None" : address }),
        ...(form !== "unselected" && form !== "external" && { selector }),
        ...(form === "balanced" && { type: "LoadBalancer" }),
        ...(form === "external" && { type: "ExternalName", externalName: "s1.a.svc.cluster.local" }),
        ...(random.chance(0.1) && { publishNotReadyAddresses: true }),
        ...(random.chance(0.1) && form !== "external" && { internalTrafficPolicy: "Local" }),
        ...(random.chance(0.1) && { trafficDistribution: "PreferClose" }),
      },
    },
  );
}

/** Slices of a service's endpoints: some of the pods of its namespace, ready or not. */
export function madeSlice(random: Random, namespace: string): Resource {
  const service = oneOf(random, apps);
  const endpoints = several(random, 0, podCount, () => {
    const pod = random.below(podCount);
    return {
      addresses: [podAddress(namespace, pod)],
      conditions: { ready: random.chance(0.8), ...(random.chance(0.2) && { serving: true, terminating: true }) },
      nodeName: `node-${random.below(2)}`,
      ...(random.chance(0.85) && { targetRef: { kind: "Pod", name: `p${pod}`, namespace } }),
    };
  }).filter((each, i, all) => all.findIndex(({ addresses }) => addresses[0] === each.addresses[0]) === i);
  return made(
    "discovery.k8s.io/v1",
    "EndpointSlice",
    { name: `${service}-${random.below(2)}`, namespace, labels: { "kubernetes.io/service-name": service } },
    {
      addressType: "IPv4",
      ports: [
        { name: "http", port: 8080, protocol: "TCP" },
        { name: "http-web", port: 8080, protocol: "TCP" },
        { name: "grpc", port: 7070, protocol: "TCP" },
        { name: "tcp", port: 9000, protocol: "TCP" },
      ].slice(random.below(2)),
      endpoints,
    },
  );
}

export function madeNamespace(random: Random, namespace: string): Resource {
  const labels = {
    team: oneOf(random, ["red", "blue"]),
    ...(random.chance(0.2) && { "topology.istio.io/network": oneOf(random, ["n1", "n2"]) }),
  };
  return made("v1", "Namespace", { name: namespace, labels }, {});
}

/** Hosts outside of the mesh, or workloads of its own. */
export function madeServiceEntry(random: Random, namespace: string): Resource {
  const resolution = oneOf(random, ["NONE", "STATIC", "STATIC", "DNS", "DNS_ROUND_ROBIN"]);
  const endpoint = () => ({
    address: resolution === "STATIC" ? `10.5.0.${1 + random.below(5)}` : "origin.example.org",
    ...perhaps(random, 0.4, () => ({ labels: someLabels(random) })),
    ...perhaps(random, 0.3, () => ({ locality: oneOf(random, ["r1/z1", "r2/z1"]) })),
    ...perhaps(random, 0.2, () => ({ network: "n2" })),
    ...perhaps(random, 0.2, () => ({ serviceAccount: "other" })),
  });
  const members = random.chance(0.6)
    ? { endpoints: several(random, 1, 2, endpoint) }
    : { workloadSelector: { labels: { app: oneOf(random, apps) } } };
  const number = random.below(3);
  return made(
    "networking.istio.io/v1",
    "ServiceEntry",
    { name: `se${number}`, namespace },
    {
      spec: {
        hosts: [`ext${number}.example.com`, ...(random.chance(0.2) ? ["*.wild.example.com"] : [])].filter(
          (host) => resolution === "NONE" || !host.startsWith("*"),
        ),
        location: oneOf(random, ["MESH_EXTERNAL", "MESH_INTERNAL"]),
        resolution,
        ports: [
          { number: 80, name: "http", protocol: "HTTP" },
          ...(random.chance(0.3) ? [{ number: 443, name: "tls", protocol: "TLS" }] : []),
          ...(random.chance(0.3) ? [{ number: 9000, name: "tcp", protocol: "TCP" }] : []),
        ],
        ...(resolution !== "NONE" && (resolution === "STATIC" || random.chance(0.7)) && members),
        ...perhaps(random, 0.3, () => ({ addresses: [`192.0.2.${1 + random.below(3)}`] })),
        ...perhaps(random, 0.2, () => ({ subjectAltNames: ["spiffe://cluster.local/ns/a/sa/other"] })),
        ...exportTo(random),
      },
    },
  );
}

export function madeWorkloadEntry(random: Random, namespace: string): Resource {
  const number = random.below(3);
  return made(
    "networking.istio.io/v1",
    "WorkloadEntry",
    { name: `we${number}`, namespace },
    {
      spec: {
        address: podAddress(namespace, 10 + number),
        labels: { app: oneOf(random, apps), ...(random.chance(0.5) && { version: oneOf(random, ["v1", "v2"]) }) },
        serviceAccount: oneOf(random, ["default", "other"]),
        ...perhaps(random, 0.3, () => ({ network: oneOf(random, ["n1", "n2"]) })),
        ...perhaps(random, 0.3, () => ({ locality: oneOf(random, ["r1/z1", "r2/z2"]) })),
        ...perhaps(random, 0.3, () => ({ weight: 1 + random.below(3) })),
      },
    },
  );
}
