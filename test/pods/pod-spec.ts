import type { StandIn } from "./inside/protocol.ts";
import type { PodFacts } from "./pod-objects.ts";

/** A pod that is to be. */
export interface PodSpec {
  readonly name: string;
  /** Default `default`. */
  readonly namespace?: string;
  /** Default: `app`, and `version` if the name is one like `reviews-v1`. */
  readonly labels?: { readonly [label: string]: string };
  /** Default: the label `app`, or `default`. */
  readonly serviceAccount?: string;
  /** Its Envoy: beside the workload, alone, or none. Default `sidecar`. */
  readonly proxy?: "sidecar" | "router" | "none";
  /** Ports on which its service listens. Default: HTTP on 9080; none for a router. */
  readonly ports?: StandIn["ports"];
  /** What it proves itself with where it speaks HTTPS. */
  readonly pair?: StandIn["pair"];
  /** URLs that its service calls for each request. Default: none. */
  readonly calls?: readonly string[];
  /** Form of xDS. Default `delta`. */
  readonly mode?: "delta" | "sotw";
  /** More of the node's metadata. */
  readonly metadata?: object;
  /** Default: one of 10.244.1.0/24. Any other may be given, such as one outside the cluster. */
  readonly address?: string;
  /** The Node it runs on. Default: none. */
  readonly node?: string;
  /** What its Envoy finds in place of the DNS: addresses by name. Default: what the machine has. */
  readonly hosts?: { readonly [name: string]: string };
  /** A server that Kubernetes knows nothing of. Default: no. */
  readonly outside?: boolean;
}

/** What Kubernetes knows of the pod; `address` is what it gets if the spec names none. */
export function podFacts(spec: PodSpec, address: string): PodFacts {
  const { name, namespace = "default", proxy = "sidecar", node = "" } = spec;
  const [, app = name, version] = /^(.+)-(v\d+)\b/.exec(name) ?? [];
  const own = spec.labels ?? { app, ...(version !== undefined && { version }) };
  return {
    name,
    namespace,
    // By this label those who call it know that it takes mutual TLS.
    labels: proxy === "none" ? own : { ...own, "security.istio.io/tlsMode": "istio" },
    serviceAccount: spec.serviceAccount ?? own["app"] ?? "default",
    node,
    address: spec.address ?? address,
    ports: portsOf(spec).map(({ number }) => number),
  };
}

/** The ports on which the pod's service listens. */
export function portsOf({ ports, proxy }: PodSpec): StandIn["ports"] {
  return ports ?? (proxy === "router" ? [] : [{ number: 9080, protocol: "http" }]);
}

/** The flags of `fairway proxy bootstrap` for the pod's Envoy. */
export function proxyFlags(facts: PodFacts, { proxy = "sidecar", metadata = {}, mode = "delta" }: PodSpec) {
  const labels = Object.entries(facts.labels).map(([key, value]) => `${key}=${value}`);
  const flags = {
    name: facts.name,
    namespace: facts.namespace,
    ip: facts.address,
    "node-type": proxy,
    "service-account": facts.serviceAccount,
    labels: labels.join(","),
    metadata: JSON.stringify(metadata),
    mode,
  };
  return Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]);
}
