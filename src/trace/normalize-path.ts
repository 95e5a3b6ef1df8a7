import type { HttpConnectionManager } from "../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";

/** A path in order; or what is done with one that is not acceptable. */
export type NormalizedPath =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "rejected" }
  | { readonly kind: "redirected"; readonly path: string };

type Options = Pick<HttpConnectionManager, "normalizePath" | "mergeSlashes" | "pathWithEscapedSlashesAction">;

/** Brings path and query into the form that is matched: escaped slashes first, then dots, then double slashes. */
export function normalizePath(options: Options, path: string): NormalizedPath {
  const at = path.search(/[?#]/);
  let result = at < 0 ? path : path.slice(0, at);
  const rest = at < 0 ? "" : path.slice(at);
  const action = options.pathWithEscapedSlashesAction ?? "KEEP_UNCHANGED";
  const escaped = /%(2f|5c)/i.test(result);
  const unescapes = action === "UNESCAPE_AND_FORWARD" || action === "UNESCAPE_AND_REDIRECT";
  if (escaped && action === "REJECT_REQUEST") return { kind: "rejected" };
  if (escaped && unescapes) result = result.replace(/%2f/gi, "/").replace(/%5c/gi, "\\");
  if (options.normalizePath) {
    if (!result.startsWith("/")) return { kind: "rejected" };
    result = resolveDots(unescapeUnreserved(result).replaceAll("\\", "/"));
  }
  if (options.mergeSlashes) result = result.replace(/\/{2,}/g, "/");
  const redirected = escaped && action === "UNESCAPE_AND_REDIRECT";
  return { kind: redirected ? "redirected" : "path", path: result + rest };
}

function unescapeUnreserved(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z0-9\-._~]/i.test(character) ? character : escaped;
  });
}

/** Removes `.` and `..` segments as RFC 3986 says; empty segments stay. */
function resolveDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment === "..") kept.pop();
    if (segment !== "." && segment !== "..") kept.push(segment);
    else if (last) kept.push("");
  });
  return `/${kept.join("/")}`;
}
