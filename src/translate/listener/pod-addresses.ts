import { isIP } from "node:net";
import { portEndpoints, type Service } from "../../core/index.ts";
import type { EndpointSource } from "../view.ts";
import type { Binds } from "./listener-table.ts";

/**
 * The addresses of the pods of a service without an address of its own, each with all that it has; the proxy's own pod is
 * left out, since what it calls itself is not redirected. Undefined: any address may be the service's.
 */
export function podAddresses(
  registry: EndpointSource,
  ownAddress: string | undefined,
  { service, port }: { readonly service: Service; readonly port: number },
): readonly Binds[] | undefined {
  if (service.resolution !== "passthrough") return undefined;
  const endpoints = portEndpoints(registry.endpoints(service), service, port);
  // Pods may come later where there is a selector: an open listener in the meantime would be in the way of others.
  if (endpoints.length === 0 && service.registry !== "Kubernetes" && !service.selector) return undefined;
  const pods = new Map<string, Binds>();
  for (const { addresses } of endpoints) {
    const [first, ...others] = addresses;
    if (first === undefined || first === ownAddress || addresses.some((address) => isIP(address) === 0)) continue;
    pods.set(first, [first, ...others]);
  }
  return [...pods.values()];
}
