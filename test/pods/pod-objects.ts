import type { KubeObject } from "../peers/kube-client.ts";

/** A port of a Service. */
export interface ServicePort {
  /** Says the protocol, as `http` or `tcp-data` do. */
  readonly name: string;
  readonly port: number;
  /** Default: the same. */
  readonly targetPort?: number;
}

/** A Service; the pods that its selector selects are its endpoints. */
export interface ServiceSpec {
  readonly name: string;
  /** Default `default`. */
  readonly namespace?: string;
  readonly ports: readonly ServicePort[];
  /** Default: the label `app` with the Service's name. */
  readonly selector?: { readonly [label: string]: string };
  /** Default: one is given to it. `None` makes it headless. */
  readonly clusterIP?: string;
  readonly annotations?: { readonly [key: string]: string };
}

/** What Kubernetes knows of a pod that runs. */
export interface PodFacts {
  readonly name: string;
  readonly namespace: string;
  readonly labels: { readonly [label: string]: string };
  readonly serviceAccount: string;
  readonly node: string;
  readonly address: string;
  readonly ports: readonly number[];
}

/** How a pod stands with the Services that select it. `draining`: it ends, and still answers. */
export type PodPhase = "ready" | "unready" | "draining";

export function serviceObject({ name, namespace, ports, selector, annotations }: ServiceSpec, ip: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: namespace ?? "default", ...(annotations && { annotations }) },
    spec: {
      clusterIP: ip,
      selector: selector ?? { app: name },
      ports: ports.map(({ name, port, targetPort = port }) => ({ name, port, targetPort, protocol: "TCP" })),
    },
  };
}

export function podObject({ name, namespace, labels, serviceAccount, node, address, ports }: PodFacts): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, labels },
    spec: {
      serviceAccountName: serviceAccount,
      nodeName: node,
      containers: [
        { name: "app", image: "stand-in", ports: ports.map((containerPort) => ({ containerPort, protocol: "TCP" })) },
      ],
    },
    status: {
      phase: "Running",
      podIP: address,
      podIPs: [{ ip: address }],
      conditions: [{ type: "Ready", status: "True" }],
    },
  };
}

/** The endpoints of a Service, as the controller of a cluster writes them. */
export function sliceObject(service: ServiceSpec, pods: readonly { facts: PodFacts; phase: PodPhase }[]): KubeObject {
  const namespace = service.namespace ?? "default";
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name: `${service.name}-1`,
      namespace,
      labels: { "kubernetes.io/service-name": service.name },
    },
    addressType: "IPv4",
    ports: service.ports.map(({ name, port, targetPort = port }) => ({ name, port: targetPort, protocol: "TCP" })),
    endpoints: pods.map(({ facts: { name, address, node }, phase }) => ({
      addresses: [address],
      conditions: { ready: phase === "ready", serving: phase !== "unready", terminating: phase === "draining" },
      targetRef: { kind: "Pod", name, namespace },
      ...(node !== "" && { nodeName: node }),
    })),
  };
}

/** Whether a Service is in front of a pod. */
export function selects({ name, namespace = "default", selector }: ServiceSpec, pod: PodFacts): boolean {
  return (
    namespace === pod.namespace &&
    Object.entries(selector ?? { app: name }).every(([label, value]) => pod.labels[label] === value)
  );
}
