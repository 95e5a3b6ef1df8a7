import type { Random } from "../../src/base/testing/random.ts";
import type { ComparedNode } from "../compare/node-of-pod.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { generatedAuthentication, generatedAuthorization } from "./generated-policy.ts";
import { generatedRoute } from "./generated-route.ts";
import { oneOf, several } from "./random-choices.ts";

/** Ports of this machine that a mesh has for itself. */
export interface MeshPorts {
  /** Of the gateway: plain, and with TLS. */
  readonly http: number;
  readonly https: number;
  /** Of the sidecar, that an application calls services by, and that others call it by. */
  readonly egress: number;
  readonly ingress: number;
  /** Where captured connections would arrive, if any were captured. */
  readonly outboundCapture: number;
  readonly inboundCapture: number;
  /** Of all workloads. */
  readonly workloads: number;
}

export interface GeneratedMesh {
  readonly objects: readonly KubeObject[];
  /** MeshConfig, as YAML. */
  readonly mesh: string;
}

const serviceCount = 4;

/** Hosts that are asked of the gateway, as in rules. */
export const gatewayHosts = ["a.example.com", "*.example.com", "x.a.example.com", "*.com", "b.org", "*"] as const;

/** The services, each of which has workloads at addresses of its own. */
export const services: readonly string[] = Array.from({ length: serviceCount }, (_, i) => `svc${i}.mesh`);

const labels = { gateway: { app: "edge" }, sidecar: { app: "web" } } as const;

/** The proxies of every mesh. */
export const nodes: { readonly [P in keyof typeof labels]: ComparedNode } = {
  gateway: nodeOf("router", "edge-1", labels.gateway),
  sidecar: nodeOf("sidecar", "web-1", labels.sidecar),
};

function nodeOf(type: string, name: string, own: object): ComparedNode {
  return {
    id: `${type}~127.0.0.1~${name}.app~app.svc.cluster.local`,
    cluster: `${name}.app`,
    metadata: { NAME: name, NAMESPACE: "app", CLUSTER_ID: "Kubernetes", INSTANCE_IPS: "127.0.0.1", LABELS: own },
  };
}

/** A mesh with one gateway and one sidecar, and rules that the random numbers decide. */
export function generatedMesh(random: Random, ports: MeshPorts, jwks: string): GeneratedMesh {
  const objects = [
    object("v1", "Namespace", "app", undefined),
    ...services.flatMap((host, index) => serviceObjects(random, ports, host, index)),
    gateway(random, ports),
    sidecar(ports),
    ...routes(random),
    ...policies(random, jwks),
  ];
  const mesh = [
    `proxyListenPort: ${ports.outboundCapture}`,
    `proxyInboundListenPort: ${ports.inboundCapture}`,
    // Where hosts are unknown, the way on would lead back to the proxy itself.
    "outboundTrafficPolicy: {mode: REGISTRY_ONLY}",
  ];
  return { objects, mesh: mesh.join("\n") };
}

function object(apiVersion: string, kind: string, name: string, spec: object | undefined): KubeObject {
  const namespace = kind === "Namespace" ? {} : { namespace: "app" };
  return { apiVersion, kind, metadata: { name, ...namespace, creationTimestamp: "2026-01-01T00:00:00Z" }, spec };
}

const networking = (kind: string, name: string, spec: object) => object("networking.istio.io/v1", kind, name, spec);

/** A service of two versions, one of which may have no workload, and what is said of its subsets. */
function serviceObjects(random: Random, ports: MeshPorts, host: string, index: number): readonly KubeObject[] {
  const present = oneOf(random, [[1, 2], [1, 2], [1, 2], [1], []]);
  const endpoints = present.map((version) => ({
    address: `127.1.${index}.${version}`,
    labels: { version: `v${version}` },
    ports: { http: ports.workloads, egress: ports.workloads },
  }));
  const entry = networking("ServiceEntry", `svc${index}`, {
    hosts: [host],
    ports: [
      { number: 80, name: "http", protocol: "HTTP" },
      { number: ports.egress, name: "egress", protocol: "HTTP" },
    ],
    location: "MESH_EXTERNAL",
    resolution: "STATIC",
    endpoints,
  });
  const subsets = [1, 2].map((version) => ({ name: `v${version}`, labels: { version: `v${version}` } }));
  return [entry, networking("DestinationRule", `svc${index}`, { host, subsets })];
}

function gateway(random: Random, { http, https }: MeshPorts): KubeObject {
  const tls = { mode: "SIMPLE", credentialName: "site" };
  const servers = [
    {
      port: { number: http, name: "http", protocol: "HTTP" },
      hosts: oneOf(random, [["*"], ["*"], ["*.com", "b.org"], ["a.example.com"]]),
      ...(random.chance(0.15) && { tls: { httpsRedirect: true } }),
    },
    { port: { number: https, name: "https", protocol: "HTTPS" }, hosts: ["*.example.com"], tls },
    { port: { number: https, name: "https-b", protocol: "HTTPS" }, hosts: ["b.org"], tls },
  ];
  return networking("Gateway", "edge", { selector: labels.gateway, servers });
}

function sidecar({ egress, ingress, workloads }: MeshPorts): KubeObject {
  return networking("Sidecar", "web", {
    workloadSelector: { labels: labels.sidecar },
    ingress: [
      {
        port: { number: ingress, name: "http", protocol: "HTTP" },
        bind: "127.0.0.1",
        captureMode: "NONE",
        defaultEndpoint: `127.0.0.1:${workloads}`,
      },
    ],
    egress: [
      {
        port: { number: egress, name: "egress", protocol: "HTTP" },
        bind: "127.0.0.1",
        captureMode: "NONE",
        hosts: ["./*"],
      },
    ],
  });
}

function routes(random: Random): readonly KubeObject[] {
  const destinations = services.flatMap((host) =>
    [{}, { subset: "v1" }, { subset: "v2" }].map((more) => ({ host, port: { number: 80 }, ...more })),
  );
  const known = [...destinations, { host: "nowhere.mesh", port: { number: 80 } }];
  const virtualService = (name: string, hosts: readonly string[], gateways: readonly string[]) =>
    networking("VirtualService", name, {
      hosts,
      gateways,
      http: several(random, 1, 5, () =>
        generatedRoute(random, {
          hosts: ["a.example.com", "svc0.mesh"],
          claims: gateways.includes("edge"),
          destinations: known,
        }),
      ),
    });
  return [
    ...gatewayHosts
      .filter(() => random.chance(0.8))
      .map((host, index) => virtualService(`edge-${index}`, [host], ["edge"])),
    ...services
      .filter(() => random.chance(0.8))
      .map((host, index) => virtualService(`mesh-${index}`, [host], ["mesh"])),
  ];
}

function policies(random: Random, jwks: string): readonly KubeObject[] {
  const security = (kind: string, name: string, spec: object) => object("security.istio.io/v1", kind, name, spec);
  const hosts = ["a.example.com", "b.org", ...services];
  return Object.values(labels).flatMap((matchLabels) => {
    const selector = { matchLabels };
    const authorizations = random.chance(0.4) ? several(random, 1, 2, () => generatedAuthorization(random, hosts)) : [];
    return [
      ...authorizations.map((spec, index) =>
        security("AuthorizationPolicy", `${matchLabels.app}-${index}`, { selector, ...spec }),
      ),
      ...(random.chance(0.6)
        ? [security("RequestAuthentication", matchLabels.app, { selector, ...generatedAuthentication(random, jwks) })]
        : []),
    ];
  });
}
