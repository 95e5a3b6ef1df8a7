import { isTrue } from "../node-flag.ts";
import { type Plan, plan } from "../plan.ts";
import { addressClient } from "../service-addresses.ts";
import type { OutboundView } from "../view.ts";
import { buildNameTable, isFoundByEndpoints, type NameTableKey } from "./build-name-table.ts";
import type { NameTable } from "./name-table.ts";

/** The one resource of its type has no name. */
export const nameTableName = "";

/**
 * What a proxy's agent answers its workload's DNS queries by: one table, if the agent answers them at all. Gateways send
 * no queries of others.
 */
export function planNameTable({ scope, registry }: OutboundView): readonly Plan<NameTable>[] {
  const { proxy, sidecar } = scope;
  if (proxy.type !== "sidecar" || !isTrue(proxy.metadata["DNS_CAPTURE"])) return [];
  const client = addressClient(proxy);
  const services = sidecar.egress.map((egress) => egress.services);
  const key: NameTableKey = {
    client,
    network: proxy.network,
    services,
    endpoints: services.flat().flatMap((service) => {
      if (!isFoundByEndpoints(service, client)) return [];
      return [{ service, shards: registry.endpoints(service) }];
    }),
    sidecar: sidecar.sidecar?.key,
  };
  return [plan(nameTableName, buildNameTable, key)];
}
