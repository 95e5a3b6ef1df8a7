import { isIP } from "node:net";
import type { EndpointsObject } from "./prune-object.ts";

/** Annotations by which the endpoints of the API server's own Service are turned to one on the node. */
const addressAnnotation = "superedge.io/local-endpoint";
const portAnnotation = "superedge.io/local-port";

/**
 * The endpoints of `default/kubernetes` turned to the address and port that its annotations name, so that pods on the node
 * reach the API through what stands in for it there. Without both, or with ones that are no address and port, and for any
 * other object: the very same.
 */
export function withLocalEndpoint(object: EndpointsObject): EndpointsObject {
  const { namespace, name, annotations = {} } = object.metadata;
  if (namespace !== "default" || name !== "kubernetes") return object;
  const ip = annotations[addressAnnotation] ?? "";
  const port = Number(annotations[portAnnotation]);
  if (isIP(ip) === 0 || !Number.isInteger(port) || port < 1 || port > 65535) return object;
  const ports = [{ name: "https", protocol: "TCP" as const, port }];
  if (object.kind === "EndpointSlice") return { ...object, endpoints: [{ addresses: [ip] }], ports } as EndpointsObject;
  return { ...object, subsets: [{ addresses: [{ ip }], ports }] } as EndpointsObject;
}
