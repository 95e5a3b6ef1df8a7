import type { Endpoint, EndpointShards } from "./endpoint.ts";
import type { Service } from "./service.ts";

/** The endpoints behind a port of a service, of all clusters. */
export function portEndpoints(shards: EndpointShards, service: Service, port: number): readonly Endpoint[] {
  const found = service.ports.find(({ number }) => number === port);
  if (!found) return [];
  return [...shards.values()].flatMap((shard) => shard.filter(({ portName }) => portName === found.name));
}
