import type { RBAC } from "../../gen/envoy/config/rbac/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { type ConfigProblem, configProblem } from "../../mesh/index.ts";
import { httpRbac, httpRbacFilter, policyRules, rbac, rbacRules } from "../security/rbac-filters.ts";
import type { SecurityPolicies } from "../security/security-policies.ts";
import { knownRules } from "./known-rules.ts";

/**
 * The filters by which a gRPC server decides who may call. It knows no shadow rules, does not log, and cannot ask others:
 * what a CUSTOM policy would ask about is denied. Each filter has a name of its own, as gRPC wants it.
 */
export function serverAuthorization({ authorization, trustDomains }: SecurityPolicies): readonly HttpFilter[] {
  const asked = policyRules(authorization.CUSTOM, { trustDomains }, { tcp: false, allows: false });
  const enforced = rbacRules(authorization, { trustDomains }, false).flatMap(({ rules }) => rules ?? []);
  return [
    ...(authorization.CUSTOM.length > 0 ? [filter("CUSTOM", rbac("DENY", asked))] : []),
    ...enforced.flatMap((rules) => {
      if (rules.action === "LOG") return [];
      return [filter(rules.action ?? "ALLOW", rules)];
    }),
  ];
}

/** What of the policies a gRPC server cannot do. */
export function authorizationProblems({ authorization }: SecurityPolicies): readonly ConfigProblem[] {
  return authorization.CUSTOM.map(({ key }) =>
    configProblem(key, "FW1232", ["spec", "action"], "must not be CUSTOM for gRPC servers: they ask nobody, and deny"),
  );
}

function filter(purpose: "CUSTOM" | "DENY" | "ALLOW", rules: RBAC): HttpFilter {
  const made = httpRbac({ rules: knownRules(rules) });
  return purpose === "ALLOW" ? made : { ...made, name: `${httpRbacFilter}.${purpose}` };
}
