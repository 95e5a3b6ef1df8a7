import type { HttpRequest } from "../http-request.ts";

/** A request with the usual filled in. */
export function requestOf(path = "/", more: Partial<HttpRequest> & { readonly header?: object } = {}): HttpRequest {
  const { header = {}, ...rest } = more;
  const headers = new Map(Object.entries(header as { readonly [name: string]: string }));
  const usual = { method: "GET", host: "a.example.com", scheme: "http", protocol: "http1" } as const;
  return { ...usual, path, headers, remoteAddress: "10.0.0.1", ...rest };
}

/** A client that showed no certificate. */
export const plaintext = { bytes: "http1", terminated: false, negotiated: "" } as const;
