import type { RBAC as Rules } from "../gen/envoy/config/rbac/v3.ts";
import type { RBAC } from "../gen/envoy/extensions/filters/http/rbac/v3.ts";
import { corsVerdict, isPreflight } from "./cors-verdict.ts";
import { faultVerdict } from "./fault-verdict.ts";
import type { HttpFilter, HttpFilterInput, HttpFilterVerdict } from "./http-filter-verdict.ts";
import { jwtVerdict } from "./jwt-verdict.ts";
import { policyConfig, rbacVerdict } from "./rbac-verdict.ts";
import { perRouteConfig } from "./selected-route.ts";
import { configOf, isType, type Typed, typeOf } from "./typed-config.ts";

/** Filters that add to requests, count them or carry them on, but let none go astray. */
const harmless: ReadonlySet<string> = new Set([
  "envoy.extensions.filters.http.router.v3.Router",
  "envoy.extensions.filters.http.grpc_stats.v3.FilterConfig",
  "envoy.extensions.filters.http.grpc_web.v3.GrpcWeb",
  "envoy.extensions.filters.http.stateful_session.v3.StatefulSession",
  "envoy.extensions.filters.http.dynamic_forward_proxy.v3.FilterConfig",
  "istio.envoy.config.filter.http.alpn.v2alpha1.FilterConfig",
  "stats.PluginConfig",
  "io.istio.http.peer_metadata.Config",
]);

/** What a filter does to a request; undefined if it has no say. */
export function httpFilterVerdict(filter: HttpFilter, input: HttpFilterInput): HttpFilterVerdict | undefined {
  const name = filter.name ?? "";
  const own = perRouteConfig(input.selected, name);
  if (own === "off" || (filter.disabled && own === undefined)) return undefined;
  const here: Typed = { typedConfig: own ?? filter.typedConfig };
  if (isType(filter, "envoy.extensions.filters.http.rbac.v3.RBAC")) return rbacFilter(filter, here, input);
  if (isType(filter, "envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication")) return jwtFilter(filter, input);
  const fault = configOf(here, "envoy.extensions.filters.http.fault.v3.HTTPFault");
  if (fault !== undefined) return fault.abort || fault.delay ? faultVerdict(fault, input) : undefined;
  if (isType(filter, "envoy.extensions.filters.http.cors.v3.Cors")) {
    const policy = configOf(here, "envoy.extensions.filters.http.cors.v3.CorsPolicy");
    return policy && corsVerdict(policy, input);
  }
  if (harmless.has(typeOf(filter))) return undefined;
  if (isType(filter, "envoy.extensions.filters.http.ext_authz.v3.ExtAuthz")) {
    return { decision: "unknown", text: "asks another service, which may deny the request" };
  }
  return { decision: "unknown", text: "runs code of its own, which may answer or change the request" };
}

function rbacFilter(filter: HttpFilter, here: Typed, input: HttpFilterInput): HttpFilterVerdict | undefined {
  const perRoute = configOf(here, "envoy.extensions.filters.http.rbac.v3.RBACPerRoute");
  const config: RBAC = perRoute
    ? (perRoute.rbac ?? {})
    : (configOf(filter, "envoy.extensions.filters.http.rbac.v3.RBAC") ?? {});
  const routeMetadata = input.selected?.route.metadata?.filterMetadata;
  const known = {
    ...input,
    destination: input.connection.destination,
    source: input.connection.source,
    serverName: input.connection.serverName,
    ...(routeMetadata && { routeMetadata }),
  };
  if (config.rules) {
    const verdict = describeRbac(config.rules, rbacVerdict(config.rules, known));
    return verdict.decision === "ended"
      ? { ...verdict, answer: { kind: "answered", reason: "denied", status: 403, body: "RBAC: access denied" } }
      : verdict;
  }
  if (config.matcher) return { decision: "unknown", text: "has rules of a form that is not evaluated here" };
  return config.shadowRules && describeDryRun(config.shadowRules, rbacVerdict(config.shadowRules, known));
}

/** A verdict on access in words; the same for requests and connections. */
export function describeRbac(rules: Rules, verdict: ReturnType<typeof rbacVerdict>): HttpFilterVerdict {
  const { allowed, policy } = verdict;
  const config = policy === undefined ? undefined : policyConfig(policy);
  const from = config && { config };
  const action = rules.action ?? "ALLOW";
  if (action === "LOG") return { decision: "passed", text: "only marks calls for the log" };
  if (allowed === undefined) {
    return { ...from, decision: "unknown", text: `cannot be told from the configuration: policy ${policy}` };
  }
  const reason = policy === undefined ? `no ${action} policy matches` : `${action} policy ${policy} matches`;
  return { ...from, decision: allowed ? "passed" : "ended", text: `${allowed ? "allowed" : "denied"}: ${reason}` };
}

/** The same of rules that are only tried out. */
export function describeDryRun(rules: Rules, verdict: ReturnType<typeof rbacVerdict>): HttpFilterVerdict {
  const { text, config } = describeRbac(rules, verdict);
  return { decision: "passed", text: `dry run: would be ${text}`, ...(config && { config }) };
}

function jwtFilter(filter: HttpFilter, input: HttpFilterInput): HttpFilterVerdict {
  const config = configOf(filter, "envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication") ?? {};
  if (config.bypassCorsPreflight && isPreflight(input.request)) {
    return { decision: "passed", text: "asks no token of a browser's preflight" };
  }
  const { allowed, status, text, metadata } = jwtVerdict(config, input);
  if (allowed) return { decision: "passed", text, metadata: { [filter.name ?? ""]: metadata } };
  return { decision: "ended", text, answer: { kind: "answered", reason: "unauthenticated", status } };
}
