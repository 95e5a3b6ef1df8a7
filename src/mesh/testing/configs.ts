import type { GroupKind, Resource } from "../../api/index.ts";
import { keyOf } from "../../api/index.ts";
import type { ResourceChange, Service } from "../../core/index.ts";
import { serviceKey } from "../../registry/index.ts";
import type { ServiceSource } from "../service-source.ts";

const apiVersions: { readonly [kind: string]: string } = {
  VirtualService: "networking.istio.io/v1",
  DestinationRule: "networking.istio.io/v1",
  Sidecar: "networking.istio.io/v1",
  Gateway: "networking.istio.io/v1",
  EnvoyFilter: "networking.istio.io/v1alpha3",
  PeerAuthentication: "security.istio.io/v1",
  RequestAuthentication: "security.istio.io/v1",
  AuthorizationPolicy: "security.istio.io/v1",
  Telemetry: "telemetry.istio.io/v1",
  WasmPlugin: "extensions.istio.io/v1alpha1",
  TrafficExtension: "extensions.istio.io/v1alpha1",
};

/** An object for tests: `config("VirtualService", "app/reviews", spec, 2)` was made in second 2. */
export function config(kind: string, id: string, spec: unknown, second = 0): Resource {
  const [namespace = "", name = ""] = id.split("/");
  const creationTimestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  return { apiVersion: apiVersions[kind] ?? "v1", kind, metadata: { namespace, name, creationTimestamp }, spec };
}

/** The objects as changes from nothing. */
export function created(...resources: readonly Resource[]): readonly ResourceChange[] {
  return resources.map((after) => ({ key: keyOf(after), after }));
}

/** A service for tests: `service("app/reviews", { ports: … })`. Ports default to http 80. */
export function service(id: string, fields: Partial<Service> = {}): Service {
  const [namespace = "", name = ""] = id.split("/");
  const kind: GroupKind =
    fields.registry === "External"
      ? { group: "networking.istio.io", kind: "ServiceEntry" }
      : { group: "", kind: "Service" };
  return {
    hostname: `${name}.${namespace}.svc.cluster.local`,
    namespace,
    name,
    ports: [{ number: 80, name: "http", protocol: "http", targetPort: 8080 }],
    resolution: "endpoints",
    external: false,
    addresses: [],
    addressesByCluster: new Map(),
    allocatedAddresses: [],
    headless: false,
    visibility: "all",
    labels: {},
    subjectAltNames: [],
    publishNotReady: false,
    trafficDistribution: "any",
    registry: "Kubernetes",
    created: 0,
    origin: { ...kind, namespace, name },
    ...fields,
  };
}

/** A registry with these services and no endpoints. */
export function registryOf(...services: readonly Service[]): ServiceSource {
  const byKey = new Map(services.map((each) => [serviceKey(each), each]));
  return {
    services: () => byKey.values(),
    serviceCount: byKey.size,
    serviceByKey: (key) => byKey.get(key),
    service: (host, namespace) =>
      services.find((each) => each.hostname === host && (namespace === undefined || each.namespace === namespace)),
    endpoints: () => new Map(),
    endpointsOfPort: () => [],
    localityOf: ({ locality }) => locality,
    serviceTargets: () => [],
    workloadLabels: ({ labels }) => labels,
    workloadNetwork: ({ network }) => network,
    serviceAccounts: () => [],
    networkGateways: () => new Map(),
    endpointsNear: () => new Map(),
    placeOf: () => undefined,
  };
}
