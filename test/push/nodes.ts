import { xdsTypes } from "../../src/deliver/index.ts";
import { podAddress } from "./made-up-workloads.ts";

/** A client of the mesh, as it tells of itself, and what it asks for. */
export interface Node {
  readonly name: string;
  readonly node: {
    readonly id: string;
    readonly metadata: { readonly [key: string]: unknown };
    readonly locality?: { readonly region: string; readonly zone: string };
  };
  /** What it asks for to begin with. */
  readonly watches: { readonly [type: string]: "all" | readonly string[] };
  /** Types that it asks for by the names that it finds in what it holds of another. */
  readonly follows: readonly (readonly [type: string, from: string])[];
}

const { cluster, endpoint, listener, route, virtualHost, extension, nameTable } = xdsTypes;
const istio = { ISTIO_VERSION: "1.31.0", CLUSTER_ID: "Kubernetes" };

/**
 * Envoys beside workloads and at the edge, and programs that speak xDS themselves. The first two are alike but for what is
 * said of their workloads.
 */
export const nodes: readonly Node[] = [
  envoy("sidecar", "a", 0, istio),
  envoy("sidecar", "a", 1, istio),
  envoy("sidecar", "a", 2, { ...istio, DNS_CAPTURE: "true", DNS_AUTO_ALLOCATE: "true" }, { [nameTable]: "all" }),
  envoy("sidecar", "b", 0, { CLUSTER_ID: "Kubernetes", NETWORK: "n1" }),
  envoy("sidecar", "b", 1, { ...istio, ZONE: "north", INTERCEPTION_MODE: "TPROXY", LABELS: { tier: "front" } }),
  envoy("sidecar", "b", 10, { ...istio, ZONE: "south", INTERCEPTION_MODE: "NONE", NETWORK: "n2" }),
  envoy("sidecar", "b", 3, { ...istio, VIRTUAL_HOST_DISCOVERY: "true" }, { [virtualHost]: "all" }),
  envoy("router", "istio-system", 3, istio),
  envoy("router", "istio-system", 4, { ...istio, VIRTUAL_HOST_DISCOVERY: "true" }, { [virtualHost]: "all" }),
  envoy("router", "a", 3, { CLUSTER_ID: "Kubernetes", ROUTER_MODE: "sni-dnat", LABELS: { istio: "ingressgateway" } }),
  grpc("b", 2),
  curious("a", 1),
];

function identity(type: string, namespace: string, pod: number): string {
  return `${type}~${podAddress(namespace, pod)}~p${pod}.${namespace}~${namespace}.svc.cluster.local`;
}

function envoy(type: string, namespace: string, pod: number, metadata: object, more: Node["watches"] = {}): Node {
  return {
    name: `${type} ${namespace}/p${pod}`,
    node: {
      id: identity(type, namespace, pod),
      metadata: { NAMESPACE: namespace, ...metadata },
      ...(namespace === "a" && { locality: { region: "r1", zone: "z1" } }),
    },
    watches: { [cluster]: "all", [listener]: "all", ...more },
    follows: [
      [endpoint, cluster],
      [route, listener],
      [extension, listener],
    ],
  };
}

function grpc(namespace: string, pod: number): Node {
  const hosts = ["s0.a", "s1.a", "s0.b", "s2.b"].map((host) => `${host}.svc.cluster.local:80`);
  const own = `xds.istio.io/grpc/lds/inbound/${podAddress(namespace, pod)}:8080`;
  return {
    name: `grpc ${namespace}/p${pod}`,
    node: {
      id: identity("sidecar", namespace, pod),
      metadata: { NAMESPACE: namespace, GENERATOR: "grpc", CLUSTER_ID: "Kubernetes" },
    },
    watches: { [listener]: [...hosts, "ext0.example.com:80", own] },
    follows: [
      [route, listener],
      [cluster, route],
      [endpoint, cluster],
    ],
  };
}

/** Names that somebody may ask for without having been told of them. */
export const guessedNames: { readonly [type: string]: readonly string[] } = {
  [endpoint]: ["a", "b"].flatMap((namespace) =>
    ["s0", "s1", "s2"].flatMap((app) =>
      ["|", "v1|"].map((subset) => `outbound|80|${subset}${app}.${namespace}.svc.cluster.local`),
    ),
  ),
  [route]: ["80", "81", "7070", "9080", "ext0.example.com:80", "s0.a.svc.cluster.local:80", "nothing"],
};

/** Asks for names that nothing told it of, and for others later. */
function curious(namespace: string, pod: number): Node {
  return {
    name: `curious ${namespace}/p${pod}`,
    node: { id: identity("sidecar", namespace, pod), metadata: { NAMESPACE: namespace, ...istio } },
    watches: {},
    follows: [],
  };
}
