import type { GatewayServer, ProxyScope } from "../../mesh/index.ts";

/**
 * Whether an HTTPS server speaks HTTP/3 too: if a service of the gateway has its port for UDP, which gateways serve for
 * nothing else. Envoy cannot ask for clients' certificates over QUIC, so servers that want them are left out.
 */
export function offersHttp3({ server, port, terminatesHttps }: GatewayServer, targets: ProxyScope["targets"]): boolean {
  if (!terminatesHttps || server.tls?.mode !== "SIMPLE") return false;
  return targets.some(({ service }) => service.ports.some((each) => each.protocol === "udp" && each.number === port));
}
