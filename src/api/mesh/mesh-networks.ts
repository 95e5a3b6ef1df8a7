import { isIpOrCidr, isPort } from "../checks/address.ts";
import { isHost, isHostOrIp, isName } from "../istio/host.ts";
import type { Report } from "../problem.ts";
import { list, map, obj, opt, str, uint32 } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

const networkEndpoints = obj({
  fromCidr: opt(1, str({ checks: [isIpOrCidr] }), "Endpoints with addresses in this range.", { oneof: "ne" }),
  fromRegistry: opt(2, str({ checks: [isName] }), "Endpoints of this cluster.", { oneof: "ne" }),
});

const networkGateway = obj(
  {
    registryServiceName: opt(1, str({ checks: [isHost] }), "Host name of the gateway's service.", { oneof: "gw" }),
    address: opt(2, str({ checks: [isHostOrIp] }), "Address or host name of the gateway.", { oneof: "gw" }),
    port: opt(3, uint32({ checks: [isPort] }), "Port that takes traffic from other networks."),
    locality: opt(4, str(), "Where the gateway is, as `region/zone/subzone`."),
  },
  {
    checks: [
      (gateway, report) => {
        if (gateway.port === undefined) report("FW0103", "must be set", "port");
      },
    ],
  },
);

/** A network in which all endpoints reach each other directly. */
export const meshNetwork = obj({
  endpoints: opt(2, list(networkEndpoints), "Which endpoints are in the network."),
  gateways: opt(3, list(networkGateway), "How other networks get in."),
});

interface NetworksOf {
  readonly [name: string]: MeshNetwork;
}

/** Endpoints of a cluster are in one network. */
function shareNoRegistry(networks: NetworksOf, report: Report): void {
  const owners = new Map<string, string>();
  for (const [name, network] of Object.entries(networks)) {
    network.endpoints?.forEach(({ fromRegistry }, i) => {
      if (fromRegistry === undefined) return;
      const owner = owners.get(fromRegistry) ?? name;
      owners.set(fromRegistry, owner);
      if (owner === name) return;
      report("FW0831", `should be in one network: '${fromRegistry}' is in '${owner}' too`, name, "endpoints", i);
    });
  }
}

/** The networks of a mesh, by their names; endpoints of another network are reached through its gateways. */
export const meshNetworks = obj({
  networks: opt(1, map(meshNetwork, { checks: [shareNoRegistry] }), "The networks, by their names."),
});

export interface NetworkEndpoints extends Infer<typeof networkEndpoints> {}
export interface NetworkGateway extends Infer<typeof networkGateway> {}
export interface MeshNetwork extends Infer<typeof meshNetwork> {}
export interface MeshNetworks extends Infer<typeof meshNetworks> {}
