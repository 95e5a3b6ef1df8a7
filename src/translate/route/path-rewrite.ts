import type { HttpRoute } from "../../api/index.ts";
import { escapeRegex } from "../../base/escape-regex.ts";
import type { RouteAction, RouteMatch } from "../../gen/envoy/config/route/v3.ts";

/**
 * How the path changes before a request goes on. A prefix `/a` that becomes `/` takes the slash after it along:
 * `/a/b` would else become `//b`.
 */
export function pathRewrite(
  rewrite: HttpRoute["rewrite"],
  match: RouteMatch,
): Pick<RouteAction, "prefixRewrite" | "regexRewrite"> {
  const regex = rewrite?.uriRegexRewrite;
  if (regex) return { regexRewrite: { pattern: { regex: regex.match ?? "" }, substitution: regex.rewrite ?? "" } };
  const uri = rewrite?.uri;
  if (!uri) return {};
  const prefix = match.pathSeparatedPrefix ?? match.prefix;
  if (uri !== "/" || prefix === undefined || prefix.endsWith("/")) return { prefixRewrite: uri };
  const flags = match.caseSensitive === false ? "(?i)" : "";
  return { regexRewrite: { pattern: { regex: `${flags}^${escapeRegex(prefix)}/?` }, substitution: "/" } };
}
