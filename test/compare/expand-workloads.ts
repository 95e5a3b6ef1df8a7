import type { KubeObject } from "../peers/kube-client.ts";

/** What is read of a Deployment, StatefulSet or DaemonSet. */
interface WorkloadSpec {
  readonly replicas?: number;
  readonly template: {
    readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
    readonly spec?: PodSpec;
  };
}

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly containers?: readonly { readonly ports?: readonly ContainerPort[] }[];
}

interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
}

interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly selector?: Readonly<Record<string, string>>;
  readonly ipFamilies?: readonly string[];
  readonly ports?: readonly ServicePort[];
}

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly targetPort?: number | string;
  readonly protocol?: string;
}

const workloadKinds = new Set(["Deployment", "StatefulSet", "DaemonSet"]);
const nodes = ["node-a", "node-b", "node-c"] as const;

/**
 * What controllers and the scheduler would make of the objects, for a world without them: pods of each workload (two at
 * most; of both address families if any service is), addresses of services, and their endpoints. The same objects give the same result. Other objects stay as they are.
 */
export function expandWorkloads(objects: readonly KubeObject[]): readonly KubeObject[] {
  const dual = objects.some((object) => ((object["spec"] ?? {}) as ServiceSpec).ipFamilies?.includes("IPv6"));
  const workloads = objects.filter(({ kind }) => workloadKinds.has(kind));
  const pods = workloads.flatMap((workload, at) => podsOf(workload, at, dual));
  const withAddresses = objects.map((object, at) => (object.kind === "Service" ? withClusterIp(object, at) : object));
  const slices = withAddresses.filter(({ kind }) => kind === "Service").flatMap((service) => slicesOf(service, pods));
  return [...withAddresses, ...pods, ...slices];
}

function podsOf(workload: KubeObject, at: number, dual: boolean): readonly KubeObject[] {
  const { replicas = 1, template } = workload["spec"] as WorkloadSpec;
  const count = Math.min(replicas, 2);
  const { name, namespace = "default" } = workload.metadata;
  return Array.from({ length: count }, (_, copy) => {
    const host = 1 + at * 2 + copy;
    const addresses = [`10.20.0.${host}`, ...(dual ? [`fd00:20::${host.toString(16)}`] : [])];
    const ips = addresses.map((ip) => ({ ip }));
    return {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: `${name}-${copy}`,
        namespace,
        labels: { ...template.metadata?.labels, "security.istio.io/tlsMode": "istio" },
        annotations: { "sidecar.istio.io/status": "{}" },
      },
      spec: {
        serviceAccountName: template.spec?.serviceAccountName ?? "default",
        nodeName: nodes[copy % nodes.length],
        containers: [{ name: "app", image: "example.invalid/app:1", ports: portsOf(template.spec) }],
      },
      status: {
        phase: "Running",
        podIP: ips[0]?.ip,
        podIPs: ips,
        conditions: [{ type: "Ready", status: "True" }],
      },
    };
  });
}

function portsOf(spec: PodSpec | undefined): readonly ContainerPort[] {
  const ports = (spec?.containers ?? []).flatMap(({ ports = [] }) => ports);
  return ports.map(({ name, containerPort }) => ({ ...(name !== undefined && { name }), containerPort }));
}

/** An address by the object's place, so that it is the same with and without an API server. */
function withClusterIp(service: KubeObject, at: number): KubeObject {
  const spec = (service["spec"] ?? {}) as ServiceSpec;
  if (spec.clusterIP !== undefined || spec.type === "ExternalName") return service;
  const first = spec.ipFamilies?.[0] ?? "IPv4";
  const clusterIP = first === "IPv6" ? `fd00:10:96::${(0x200 + at).toString(16)}` : `10.96.200.${1 + at}`;
  return { ...service, spec: { ...spec, clusterIP } };
}

function slicesOf(service: KubeObject, pods: readonly KubeObject[]): readonly KubeObject[] {
  const { selector, ipFamilies = ["IPv4"], ports = [] } = (service["spec"] ?? {}) as ServiceSpec;
  const { name, namespace = "default" } = service.metadata;
  if (selector === undefined) return [];
  const members = pods.filter(({ metadata }) => {
    const labels = metadata["labels"] as Readonly<Record<string, string>>;
    return metadata.namespace === namespace && Object.entries(selector).every(([key, value]) => labels[key] === value);
  });
  if (members.length === 0) return [];
  return ipFamilies.map((addressType) => ({
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name: `${name}-${addressType.toLowerCase()}`,
      namespace,
      labels: { "kubernetes.io/service-name": name },
    },
    addressType,
    ports: ports.map((port) => ({
      ...(port.name !== undefined && { name: port.name }),
      port: targetOf(port, members),
      protocol: port.protocol ?? "TCP",
    })),
    endpoints: members.map((pod) => endpointOf(pod, addressType)),
  }));
}

function targetOf({ port, targetPort = port }: ServicePort, pods: readonly KubeObject[]): number {
  if (typeof targetPort === "number") return targetPort;
  const named = pods.flatMap((pod) => portsOf(pod["spec"] as PodSpec)).find(({ name }) => name === targetPort);
  return named?.containerPort ?? port;
}

function endpointOf(pod: KubeObject, addressType: string): unknown {
  const { podIPs } = pod["status"] as { readonly podIPs: readonly { readonly ip: string }[] };
  const address = podIPs.find(({ ip }) => ip.includes(":") === (addressType === "IPv6"))?.ip;
  return {
    addresses: [address],
    nodeName: (pod["spec"] as { readonly nodeName: string }).nodeName,
    conditions: { ready: true, serving: true, terminating: false },
    targetRef: { kind: "Pod", name: pod.metadata.name, namespace: pod.metadata.namespace },
  };
}
