import { type Endpoint, parseLocality, type Service } from "../../core/index.ts";
import type { ServiceSource } from "../../mesh/index.ts";
import type { EndpointSource, View } from "../view.ts";
import { type ViewFixture, viewFor } from "./view.ts";

type EndpointFields = Partial<Omit<Endpoint, "locality">> & { readonly locality?: string };

/** An endpoint for tests behind the port `http`; its locality is text such as `r1/z1`. */
export function endpoint(address: string, { locality = "", ...fields }: EndpointFields = {}): Endpoint {
  return {
    addresses: address === "" ? [] : [address],
    port: 8080,
    portName: "http",
    labels: {},
    serviceAccount: "",
    network: "",
    cluster: "c1",
    weight: 0,
    mutualTls: true,
    health: "healthy",
    workload: "web",
    namespace: "app",
    node: "",
    hostname: "",
    ...fields,
    locality: parseLocality(locality),
  };
}

type Gateways = ReturnType<ServiceSource["networkGateways"]>;

/** A view whose services have endpoints, by host name. */
export function viewWithEndpoints(
  fixture: ViewFixture,
  endpoints: { readonly [hostname: string]: readonly Endpoint[] },
  gateways: Gateways = new Map(),
): View {
  const { scope, registry } = viewFor(fixture);
  const shards = new Map(Object.entries(endpoints).map(([host, list]) => [host, new Map([["c1", list]])]));
  const of = ({ hostname }: Pick<Service, "hostname">) => endpoints[hostname] ?? [];
  const source: EndpointSource = {
    ...registry,
    endpoints: ({ hostname }) => shards.get(hostname) ?? new Map(),
    serviceAccounts: (service) => {
      const accounts = of(service).flatMap(({ serviceAccount }) => serviceAccount || []);
      return [...new Set([...service.subjectAltNames, ...accounts])].sort();
    },
    networkGateways: () => gateways,
  };
  return { scope, registry: source, keySetAt: () => undefined };
}
