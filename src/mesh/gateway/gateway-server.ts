import type { IstioGateway, ResourceKey, Server } from "../../api/index.ts";
import { isHttp, type Protocol, parseProtocol } from "../../core/index.ts";
import type { Policy } from "../policy/policy.ts";

/** A host that a server is for, and whose VirtualServices may use it. */
export interface ServerHost {
  /** `*`: of any namespace. */
  readonly namespace: string;
  readonly host: string;
}

/** What a listener of a server tells connections apart by: nothing, their SNI, or the requests in them. */
export type ServerForm = "tcp" | "tls" | "http";

/** One server of a Gateway. */
export interface GatewayServer {
  /** `namespace/name` of the Gateway. */
  readonly gateway: string;
  readonly key: ResourceKey;
  /** Its place among the Gateway's servers. */
  readonly position: number;
  readonly server: Server;
  /** The port that clients call, which may not be the one the proxy listens on. */
  readonly port: number;
  readonly protocol: Protocol;
  readonly form: ServerForm;
  /** TLS ends here, and what is in it is HTTP: it has a route configuration of its own. */
  readonly terminatesHttps: boolean;
  readonly hosts: readonly ServerHost[];
}

const known = new WeakMap<Policy<IstioGateway>, readonly GatewayServer[]>();

/** The servers of a Gateway, in its order; the same objects for as long as the Gateway does not change. */
export function gatewayServers(gateway: Policy<IstioGateway>): readonly GatewayServer[] {
  const servers = known.get(gateway) ?? readServers(gateway);
  known.set(gateway, servers);
  return servers;
}

function readServers({ key, namespace, name, resource }: Policy<IstioGateway>): readonly GatewayServer[] {
  return (resource.spec.servers ?? []).map((server, position) => {
    const protocol = parseProtocol(server.port.protocol) ?? "tcp";
    const form = isHttp(protocol) ? "http" : server.tls ? "tls" : "tcp";
    const mode = server.tls?.mode ?? "PASSTHROUGH";
    return {
      gateway: `${namespace}/${name}`,
      key,
      position,
      server,
      port: server.port.number,
      protocol,
      form,
      terminatesHttps: protocol === "https" && mode !== "PASSTHROUGH" && mode !== "AUTO_PASSTHROUGH",
      hosts: server.hosts.map((text) => serverHost(text, namespace)),
    };
  });
}

function serverHost(text: string, namespace: string): ServerHost {
  const slash = text.indexOf("/");
  const host = text.slice(slash + 1).toLowerCase();
  if (slash < 0) return { namespace: "*", host };
  const scope = text.slice(0, slash);
  return { namespace: scope === "." ? namespace : scope || "*", host };
}
