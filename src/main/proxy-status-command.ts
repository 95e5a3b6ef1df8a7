import { humanDuration } from "../base/human-duration.ts";
import { type Command, columns, outputFlag, print } from "../cli/index.ts";
import type { ProxyStatus } from "./debug-clients.ts";
import { debugPageFlags, readDebugPage } from "./debug-page-request.ts";

/** The columns that every table has; other types stand together in one more. */
const mainTypes = ["CDS", "LDS", "EDS", "RDS"];

/** `fairway proxy-status`: who is connected and how far each has followed. */
export const proxyStatusCommand: Command = {
  name: "proxy-status",
  summary: "Show which proxies are connected and how far each has followed",
  flags: [...debugPageFlags, outputFlag],
  examples: ["fairway proxy-status", "fairway proxy-status -o json"],
  async run(given, terminal) {
    const proxies = (await readDebugPage(given, "/debug/proxy_status")) as readonly ProxyStatus[];
    print(given, terminal, proxies, () => table(proxies, Date.now()));
    return 0;
  },
};

function table(proxies: readonly ProxyStatus[], now: number): string {
  if (proxies.length === 0) return "no proxies are connected\n";
  const rows = proxies.map((proxy) => [
    shortName(proxy.proxy),
    proxy.type,
    proxy.cluster || "-",
    proxy.version || "-",
    ...mainTypes.map((type) => proxy.types[type]?.state ?? "NOT_SENT"),
    others(proxy),
    humanDuration(now - Date.parse(proxy.connectedSince)),
  ]);
  const heads = ["PROXY", "TYPE", "CLUSTER", "VERSION", ...mainTypes, "OTHERS", "CONNECTED"];
  return columns(heads, rows) + refusals(proxies);
}

function others({ types }: ProxyStatus): string {
  const rest = Object.entries(types).filter(([type]) => !mainTypes.includes(type));
  return rest.map(([type, { state }]) => `${type}:${state}`).join(",") || "-";
}

/** Below the table, since reasons are long: what was refused, and why. */
function refusals(proxies: readonly ProxyStatus[]): string {
  const lines = proxies.flatMap(({ proxy, types }) =>
    Object.entries(types)
      .filter(([, { state }]) => state === "NACKED")
      .map(([type, { error }]) => [shortName(proxy), type, error]),
  );
  return lines.length === 0 ? "" : `\n${columns(["REFUSED BY", "TYPE", "REASON"], lines)}`;
}

/** `pod.namespace` of a node id. */
function shortName(nodeId: string): string {
  return nodeId.split("~")[2] || nodeId;
}
