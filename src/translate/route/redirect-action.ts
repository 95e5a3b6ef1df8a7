import type { HttpRoute } from "../../api/index.ts";
import type { RedirectAction } from "../../gen/envoy/config/route/v3.ts";
import type { RouteContext } from "./route-context.ts";

const responseCodes: { readonly [code: number]: NonNullable<RedirectAction["responseCode"]> } = {
  301: "MOVED_PERMANENTLY",
  302: "FOUND",
  303: "SEE_OTHER",
  307: "TEMPORARY_REDIRECT",
  308: "PERMANENT_REDIRECT",
};

const prefixMark = "%PREFIX()%";

/** Whether proxies can redirect with a status; 0 stands for the default. */
export function isRedirectCode(status: number): boolean {
  return status === 0 || status in responseCodes;
}

/** The answer that sends clients elsewhere, with 301 if nothing else is asked for. */
export function redirectAction(
  asked: NonNullable<HttpRoute["redirect"]>,
  context: Pick<RouteContext, "port" | "tls" | "wholeSegments">,
): RedirectAction {
  const { authority, scheme, redirectCode } = asked;
  const responseCode = responseCodes[redirectCode || 301];
  const port = redirectPort(asked, context);
  return {
    ...redirectPath(asked, context),
    ...(responseCode && { responseCode }),
    ...(authority && { hostRedirect: authority }),
    ...(scheme && { schemeRedirect: scheme }),
    ...(port !== 0 && { portRedirect: port }),
  };
}

/** An empty path leaves the request's as it is. */
function redirectPath(
  { uri = "", prefixRewrite }: NonNullable<HttpRoute["redirect"]>,
  { wholeSegments = false }: Pick<RouteContext, "wholeSegments">,
): Pick<RedirectAction, "pathRedirect" | "prefixRewrite"> {
  if (prefixRewrite) return { prefixRewrite };
  if (wholeSegments && uri.startsWith(prefixMark)) return { prefixRewrite: uri.slice(prefixMark.length) };
  return { pathRedirect: uri };
}

/** 0: the one of the scheme. A port that the scheme means anyway is not written out. */
function redirectPort(
  { port, derivePort, scheme }: NonNullable<HttpRoute["redirect"]>,
  context: Pick<RouteContext, "port" | "tls">,
): number {
  const wanted = port ?? (derivePort === "FROM_REQUEST_PORT" ? context.port : 0);
  const secure = scheme ? scheme === "https" : (context.tls ?? false);
  return wanted === (secure ? 443 : 80) ? 0 : wanted;
}
