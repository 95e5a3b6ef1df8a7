import type { CallProtocol } from "./call.ts";

/** A request as routes and filters see it, after the connection manager has put it in order. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, normalised. */
  readonly path: string;
  /** With its port, if it came with one that is not stripped. */
  readonly host: string;
  readonly scheme: "http" | "https";
  readonly protocol: CallProtocol;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The client's, by `X-Forwarded-For` where that is trusted. */
  readonly remoteAddress: string;
}

/** Value of a header or pseudo-header; undefined if it is not there. */
export function headerOf(request: HttpRequest, name: string): string | undefined {
  switch (name.toLowerCase()) {
    case ":method":
      return request.method;
    case ":path":
      return request.path;
    case ":scheme":
      return request.scheme;
    case ":authority":
    case "host":
      return request.host;
    default:
      return request.headers.get(name.toLowerCase());
  }
}

/** The path without query and fragment. */
export function pathOf(request: HttpRequest): string {
  return request.path.replace(/[?#].*$/s, "");
}

/** The first value of a query parameter as it was sent, not decoded; undefined if it is not there. */
export function queryParameter(request: HttpRequest, name: string): string | undefined {
  const [, query = ""] = /\?([^#]*)/.exec(request.path) ?? [];
  for (const pair of query.split("&")) {
    const equals = pair.indexOf("=");
    if (equals < 0 ? pair === name && name !== "" : pair.slice(0, equals) === name) {
      return equals < 0 ? "" : pair.slice(equals + 1);
    }
  }
  return undefined;
}

/** Value of a cookie; undefined if it is not there. */
export function cookieOf(request: HttpRequest, name: string): string | undefined {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key = "", ...value] = pair.split("=");
    if (key.trim() === name) return value.join("=").trim().replace(/^"|"$/g, "");
  }
  return undefined;
}
