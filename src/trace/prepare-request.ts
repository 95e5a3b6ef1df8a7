import type { HttpConnectionManager } from "../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { Call } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { HttpRequest } from "./http-request.ts";
import { normalizePath } from "./normalize-path.ts";
import type { Downstream } from "./tls-termination.ts";
import type { Answered } from "./trace.ts";
import { withoutPort } from "./virtual-host-match.ts";

/** The request in order, or the answer to one that is not acceptable. */
export type Prepared =
  | { readonly request: HttpRequest; readonly text: string }
  | { readonly request?: undefined; readonly text: string; readonly answer: Answered };

/** What the connection manager makes of a request before anything looks at it. */
export function prepareRequest(
  manager: HttpConnectionManager,
  call: Call,
  connection: Connection,
  downstream: Downstream,
): Prepared {
  const headers = new Map(Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const bad = (status: number, text: string): Prepared => ({
    text,
    answer: { kind: "answered", reason: "bad-request", status },
  });
  if (call.protocol === "http1.0" && !manager.httpProtocolOptions?.acceptHttp10) {
    return bad(426, "HTTP/1.0 is not accepted");
  }
  const sentHost = call.host ?? headers.get("host");
  headers.delete("host");
  const host = orderedHost(manager, sentHost ?? manager.httpProtocolOptions?.defaultHostForHttp10 ?? "", connection);
  if (host === "") return bad(400, "the request has no host");
  const sent = call.path ?? "/";
  if (sent.includes("#")) return bad(400, `the path ${sent} has a fragment, which is for clients alone`);
  const normalized = normalizePath(manager, sent);
  if (normalized.kind === "rejected") return bad(400, `the path ${sent} is not accepted`);
  if (normalized.kind === "redirected") {
    const answer = { kind: "answered", reason: "redirect", status: 307, location: normalized.path } as const;
    return { text: `the client is sent to the plain form of the path, ${normalized.path}`, answer };
  }
  const { path } = normalized;
  const request: HttpRequest = {
    method: call.method ?? "GET",
    path,
    host,
    scheme: schemeOf(manager, headers, downstream),
    protocol: call.protocol,
    headers,
    remoteAddress: clientAddress(manager, headers, connection),
  };
  return { request, text: `${request.method} ${host}${path}${path === sent ? "" : ` (the path was ${sent})`}` };
}

function orderedHost(manager: HttpConnectionManager, sent: string, { destination }: Connection): string {
  const strips = manager.stripAnyHostPort || (manager.stripMatchingHostPort && sent.endsWith(`:${destination.port}`));
  const host = strips ? withoutPort(sent) : sent;
  return manager.stripTrailingHostDot ? host.replace(/\.(?=$|:)/, "") : host;
}

/** A proxy before this one is believed only where its addresses are, too. */
function schemeOf(
  manager: HttpConnectionManager,
  headers: ReadonlyMap<string, string>,
  downstream: Downstream,
): HttpRequest["scheme"] {
  const trusted = !manager.useRemoteAddress || (manager.xffNumTrustedHops ?? 0) > 0;
  const told = trusted ? headers.get("x-forwarded-proto") : undefined;
  return (told ?? (downstream.terminated ? "https" : "http")) === "https" ? "https" : "http";
}

function clientAddress(
  manager: HttpConnectionManager,
  headers: ReadonlyMap<string, string>,
  { source }: Connection,
): string {
  const hops = manager.xffNumTrustedHops ?? 0;
  if (manager.useRemoteAddress && hops === 0) return source.address;
  const addresses = (headers.get("x-forwarded-for") ?? "").split(",").map((each) => each.trim());
  const skipped = manager.useRemoteAddress ? hops - 1 : hops;
  return addresses.at(-1 - skipped) || source.address;
}
