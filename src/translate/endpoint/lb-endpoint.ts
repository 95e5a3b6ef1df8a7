import type { AddressFamilies, Endpoint } from "../../core/index.ts";
import type { Address } from "../../gen/envoy/config/core/v3.ts";
import type { LbEndpoint } from "../../gen/envoy/config/endpoint/v3.ts";

/** How the same endpoint differs from proxy to proxy. */
export interface EndpointForm {
  /** It is told that the endpoint speaks the mesh's mutual TLS. */
  readonly mutualTls: boolean;
  readonly families: AddressFamilies;
}

/** An address to connect to: an IP address, a host name to resolve, or the path of a Unix socket. */
export function addressOf(address: string, port: number): Address {
  if (address.startsWith(unixPrefix)) return { pipe: { path: address.slice(unixPrefix.length) } };
  return { socketAddress: { address, portValue: port } };
}

const unixPrefix = "unix://";

/** By this metadata a cluster that has both chooses mutual TLS. */
export const mutualTlsMatch = { tlsMode: "istio" } as const;

/** An endpoint as Envoy is told it, with its own weight. */
export function lbEndpoint(endpoint: Endpoint, { mutualTls, families }: EndpointForm): LbEndpoint {
  const [first = "", ...others] = usableAddresses(endpoint.addresses, families);
  const status = healthStatus(endpoint);
  const additional = others.map((address) => ({ address: addressOf(address, endpoint.port) }));
  return {
    endpoint: {
      address: addressOf(first, endpoint.port),
      ...(additional.length > 0 && { additionalAddresses: additional }),
    },
    ...(status && { healthStatus: status }),
    loadBalancingWeight: endpoint.weight || 1,
    metadata: {
      filterMetadata: {
        ...(mutualTls && endpoint.mutualTls && { "envoy.transport_socket_match": mutualTlsMatch }),
        istio: { workload: workloadText(endpoint) },
      },
    },
  };
}

/** Those of a family that the proxy has too; all of them if that leaves none. */
function usableAddresses(addresses: readonly string[], families: AddressFamilies): readonly string[] {
  if (addresses.length < 2 || families.length !== 1) return addresses;
  const usable = addresses.filter((address) => address.includes(":") === (families === "6"));
  return usable.length > 0 ? usable : addresses.slice(0, 1);
}

/** Of endpoints that nobody looks at nothing is said. */
function healthStatus({ health }: Endpoint): LbEndpoint["healthStatus"] {
  switch (health) {
    case "healthy":
      return "HEALTHY";
    case "draining":
      return "DRAINING";
    case "unready":
    case "terminating":
      return "UNHEALTHY";
    default:
      return undefined;
  }
}

/** What runs the endpoint, in the form that the stats filter takes apart: name, namespace, service, revision, cluster. */
function workloadText({ workload, namespace, labels, cluster }: Endpoint): string {
  const service = labels["service.istio.io/canonical-name"] ?? labels["app.kubernetes.io/name"] ?? labels["app"];
  const revision =
    labels["service.istio.io/canonical-revision"] ?? labels["app.kubernetes.io/version"] ?? labels["version"];
  return [workload, namespace, service ?? workload, revision ?? "", cluster].join(";");
}
