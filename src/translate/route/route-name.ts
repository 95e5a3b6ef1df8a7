/** What the name of a sidecar's route configuration says. */
export interface RouteName {
  readonly name: string;
  /** The port that clients call; 0: any, by the port that requests name. */
  readonly port: number;
  /** The only host that the configuration is for: its listener found out by itself that HTTP is spoken. */
  readonly host?: string;
}

/** The configuration of the listener that serves as an HTTP proxy. */
const httpProxy = "http_proxy";

/** Reads `80`, `reviews.app.svc.cluster.local:80`, `unix:///path` or `http_proxy`; undefined for other texts. */
export function parseRouteName(name: string): RouteName | undefined {
  if (/^\d+$/.test(name)) return { name, port: Number(name) };
  if (name === httpProxy || name.startsWith("unix://")) return { name, port: 0 };
  const colon = name.lastIndexOf(":");
  const port = name.slice(colon + 1);
  if (colon < 1 || !/^\d+$/.test(port)) return undefined;
  return { name, port: Number(port), host: name.slice(0, colon).replace(/^\[(.*)\]$/, "$1") };
}
