import type { Endpoint } from "../core/index.ts";
import type { OriginPart } from "./origin.ts";
import { byPrecedence } from "./service-order.ts";

/**
 * One service of all that objects say of the same host in the same namespace. Kubernetes goes before entries, then the
 * older before the younger. Entries of one resolution are united: their ports, and for each port their endpoints. To a
 * Kubernetes Service entries only add endpoints, for its ports of the same name. Of others the first counts alone.
 */
export function mergeParts(parts: readonly OriginPart[]): OriginPart | undefined {
  if (parts.length < 2) return parts[0];
  const [first, ...others] = [...parts].sort((a, b) => byPrecedence(a.service, b.service));
  if (first === undefined) return undefined;
  if (first.service.registry === "Kubernetes") return withEntries(first, others);
  const joined = others.filter(
    ({ service }) => service.registry === "External" && service.resolution === first.service.resolution,
  );
  return joined.reduce(unite, first);
}

/** Only addresses that are fixed: a Service's endpoints are told as they are, and nobody would resolve a name. */
function withEntries(first: OriginPart, others: readonly OriginPart[]): OriginPart {
  if (first.service.resolution === "alias") return first;
  const names = new Set(first.service.ports.map(({ name }) => name));
  const added = others.flatMap(({ service, endpoints }) =>
    service.registry === "External" && service.resolution === "endpoints"
      ? endpoints.filter(({ portName }) => names.has(portName))
      : [],
  );
  return added.length === 0 ? first : { ...first, endpoints: [...added, ...first.endpoints] };
}

function unite(first: OriginPart, second: OriginPart): OriginPart {
  const { service } = first;
  const names = new Map(service.ports.map((port) => [port.number, port.name]));
  const added = second.service.ports.filter((port) => !names.has(port.number));
  // An endpoint names its port: where the numbers are the same, by the name that the first gave it.
  const renamed = new Map(second.service.ports.map(({ number, name }) => [name, names.get(number) ?? name]));
  const rename = (endpoint: Endpoint): Endpoint => {
    const portName = renamed.get(endpoint.portName) ?? endpoint.portName;
    return portName === endpoint.portName ? endpoint : { ...endpoint, portName };
  };
  return {
    service: {
      ...service,
      ports: [...service.ports, ...added],
      subjectAltNames: [...new Set([...service.subjectAltNames, ...second.service.subjectAltNames])],
    },
    endpoints: [...first.endpoints, ...second.endpoints.map(rename)],
    allocated: first.allocated.length > 0 ? first.allocated : second.allocated,
    allocate: first.allocate,
  };
}
