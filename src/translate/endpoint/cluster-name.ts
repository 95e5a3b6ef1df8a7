/** What the name of an outbound cluster says. */
export interface OutboundName {
  readonly port: number;
  /** Empty for the service as a whole. */
  readonly subset: string;
  readonly hostname: string;
  /** Connections are passed on by their SNI, as they came. */
  readonly byServerName: boolean;
}

/** Takes `outbound|80|v1|host` or `outbound_.80_.v1_.host` apart; undefined if it is neither. */
export function parseOutboundName(name: string): OutboundName | undefined {
  const byServerName = name.startsWith("outbound_.");
  const [direction, port = "", subset = "", ...rest] = name.split(byServerName ? "_." : "|");
  const hostname = rest.join(byServerName ? "_." : "|");
  if (direction !== "outbound" || hostname === "" || !/^\d+$/.test(port)) return undefined;
  return { port: Number(port), subset, hostname, byServerName };
}
