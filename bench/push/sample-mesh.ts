import type { KubeObject } from "../../test/peers/kube-client.ts";

/** Namespaces that everything is spread over. */
export const namespaceCount = 10;
/** Endpoints of each service. */
export const endpointCount = 5;

export const namespaceOf = (service: number): string => `ns-${service % namespaceCount}`;
export const hostOf = (service: number): string => `svc-${service}.${namespaceOf(service)}.svc.cluster.local`;

/** The address of one endpoint of a service. */
export function endpointAddress(service: number, endpoint: number): string {
  const number = service * endpointCount + endpoint;
  return `10.${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

/** How many objects of the kinds that not every service has: 300 VirtualServices and 200 DestinationRules for 1,000 services. */
export function countsFor(services: number): { readonly virtualServices: number; readonly destinationRules: number } {
  return { virtualServices: Math.ceil(services * 0.3), destinationRules: Math.ceil(services * 0.2) };
}

/** What is there before the first service. */
export function groundObjects(): readonly KubeObject[] {
  const names = ["istio-system", ...Array.from({ length: namespaceCount }, (_, i) => `ns-${i}`)];
  const namespaces = names.map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
  return [...namespaces, meshSettings("/dev/stdout"), policy("nobody")];
}

/** What a mesh of `to` services has more than one of `from`. */
export function meshObjects(from: number, to: number): readonly KubeObject[] {
  const [before, after] = [countsFor(from), countsFor(to)];
  const each = (first: number, end: number, make: (i: number) => KubeObject) =>
    Array.from({ length: Math.max(0, end - first) }, (_, i) => make(first + i));
  return [
    ...each(from, to, (i) => service(`svc-${i}`, i)),
    ...each(from, to, (i) => slice(i)),
    ...each(before.virtualServices, after.virtualServices, (i) => virtualService(i, "/canary")),
    ...each(before.destinationRules, after.destinationRules, (i) => destinationRule(i, 100)),
  ];
}

/** A Service with an HTTP and a TCP port; its address comes from `number`. */
export function service(name: string, number: number): KubeObject {
  const ports = [
    { name: "http", port: 80, targetPort: 8080 },
    { name: "tcp", port: 9000, targetPort: 9000 },
  ];
  // The first addresses belong to the API server's own service.
  const address = 256 + number;
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: namespaceOf(number), labels: { app: name } },
    spec: { clusterIP: `10.96.${(address >> 8) & 255}.${address & 255}`, selector: { app: name }, ports },
  };
}

/** The endpoints of a service; `instead` takes the place of the last one's address. */
export function slice(number: number, instead?: string): KubeObject {
  const addresses = Array.from({ length: endpointCount }, (_, i) => endpointAddress(number, i));
  if (instead !== undefined) addresses[endpointCount - 1] = instead;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    addressType: "IPv4",
    metadata: {
      name: `svc-${number}-1`,
      namespace: namespaceOf(number),
      labels: { "kubernetes.io/service-name": `svc-${number}` },
    },
    ports: [
      { name: "http", port: 8080, protocol: "TCP" },
      { name: "tcp", port: 9000, protocol: "TCP" },
    ],
    endpoints: addresses.map((address, i) => {
      return { addresses: [address], conditions: { ready: true }, zone: `zone-${i % 3}` };
    }),
  };
}

/** Routes of a service: one for a prefix, one for all else. */
export function virtualService(number: number, prefix: string): KubeObject {
  const route = [{ destination: { host: hostOf(number), port: { number: 80 } } }];
  return networking("VirtualService", `vs-${number}`, number, {
    hosts: [hostOf(number)],
    http: [
      {
        match: [{ uri: { prefix } }, { headers: { "x-canary": { exact: "yes" } } }],
        timeout: "5s",
        retries: { attempts: 3, perTryTimeout: "2s" },
        route,
      },
      { route },
    ],
  });
}

/** Settings of a service's connections, with two subsets. */
export function destinationRule(number: number, maxConnections: number): KubeObject {
  return networking("DestinationRule", `dr-${number}`, number, {
    host: hostOf(number),
    trafficPolicy: {
      connectionPool: { tcp: { maxConnections }, http: { http1MaxPendingRequests: 50 } },
      outlierDetection: { consecutive5xxErrors: 5 },
    },
    subsets: ["v1", "v2"].map((version) => ({ name: version, labels: { version } })),
  });
}

/** The one policy: it concerns the workloads of the first namespace. */
export function policy(caller: string): KubeObject {
  return {
    apiVersion: "security.istio.io/v1",
    kind: "AuthorizationPolicy",
    metadata: { name: "callers", namespace: namespaceOf(0) },
    spec: { action: "DENY", rules: [{ from: [{ source: { namespaces: [caller] } }] }] },
  };
}

/** The settings of the mesh, in the ConfigMap that both control planes read. */
export function meshSettings(accessLogFile: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "istio", namespace: "istio-system" },
    data: { mesh: JSON.stringify({ accessLogFile }) },
  };
}

function networking(kind: string, name: string, number: number, spec: object): KubeObject {
  return {
    apiVersion: "networking.istio.io/v1",
    kind,
    metadata: { name, namespace: namespaceOf(number) },
    spec,
  };
}
