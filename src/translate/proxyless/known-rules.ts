import { uriTemplateRegex } from "../../base/uri-template.ts";
import type { TypedExtensionConfig } from "../../gen/envoy/config/core/v3.ts";
import type { Permission, Principal, RBAC, Policy as RbacPolicy } from "../../gen/envoy/config/rbac/v3.ts";
import type { UriTemplateMatchConfig } from "../../gen/envoy/extensions/path/match/uri_template/v3.ts";

/**
 * The rules in the words that gRPC has; one that it does not know would make it refuse the whole listener. A condition
 * that cannot be said must not open a door: it never holds in what allows, and always in what denies.
 */
export function knownRules(rules: RBAC): RBAC {
  const opens = rules.action === undefined || rules.action === "ALLOW";
  const policies = Object.entries(rules.policies ?? {}).map(([name, policy]) => [name, knownPolicy(policy, !opens)]);
  return { ...rules, ...(policies.length > 0 && { policies: Object.fromEntries(policies) }) };
}

/** `unsaid` is what a condition amounts to that cannot be said. */
function knownPolicy({ permissions = [], principals = [] }: RbacPolicy, unsaid: boolean): RbacPolicy {
  return {
    permissions: permissions.map((each) => knownPermission(each, unsaid)),
    principals: principals.map((each) => knownPrincipal(each, unsaid)),
  };
}

function knownPermission(permission: Permission, unsaid: boolean): Permission {
  const { andRules, orRules, notRule, header, uriTemplate } = permission;
  const all = (rules: readonly Permission[] = []) => rules.map((each) => knownPermission(each, unsaid));
  if (andRules) return { andRules: { rules: all(andRules.rules) } };
  if (orRules) return { orRules: { rules: all(orRules.rules) } };
  if (notRule) return { notRule: knownPermission(notRule, !unsaid) };
  if (uriTemplate) return { urlPath: { path: { safeRegex: { regex: templateRegex(uriTemplate) } } } };
  if (header && !isVisible(header.name)) return unsaid ? { any: true } : { notRule: { any: true } };
  return permission;
}

function knownPrincipal(principal: Principal, unsaid: boolean): Principal {
  const { andIds, orIds, notId, header } = principal;
  const all = (ids: readonly Principal[] = []) => ids.map((each) => knownPrincipal(each, unsaid));
  if (andIds) return { andIds: { ids: all(andIds.ids) } };
  if (orIds) return { orIds: { ids: all(orIds.ids) } };
  if (notId) return { notId: knownPrincipal(notId, !unsaid) };
  if (header && !isVisible(header.name)) return unsaid ? { any: true } : { notId: { any: true } };
  return principal;
}

/** Headers that gRPC uses for itself are hidden from policies. */
function isVisible(header = ""): boolean {
  return header !== ":scheme" && !header.toLowerCase().startsWith("grpc-");
}

function templateRegex({ typedConfig }: TypedExtensionConfig): string {
  const { pathTemplate = "" } = (typedConfig ?? {}) as UriTemplateMatchConfig;
  return uriTemplateRegex(pathTemplate);
}
