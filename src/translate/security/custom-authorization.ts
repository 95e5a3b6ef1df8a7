import type { AuthorizationPolicy } from "../../api/index.ts";
import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { Policy } from "../../mesh/index.ts";
import type { AuthorizationProvider } from "./authorization-provider.ts";
import { extAuthzRulePrefix, extAuthzStatPrefix, grpcExtAuthz, httpExtAuthz, networkExtAuthz } from "./ext-authz.ts";
import { type AuthorizationContext, httpRbac, networkRbac, policyRules, type RbacRules, rbac } from "./rbac-filters.ts";

/** CUSTOM policies, and the providers that they name. */
export interface CustomAuthorization extends AuthorizationContext {
  readonly policies: readonly Policy<AuthorizationPolicy>[];
  readonly providers: readonly AuthorizationProvider[];
}

/** Why a provider's policies deny what they match; undefined if it is asked instead. A workload can ask one provider. */
export function providerFault(
  provider: AuthorizationProvider,
  all: readonly AuthorizationProvider[],
): string | undefined {
  if (all.length > 1) return `must be the only one: the workload's policies name ${all.length} providers`;
  return "fault" in provider ? provider.fault : undefined;
}

/** Filters for requests: shadow rules that tell whether to ask, then the question. */
export function customHttpFilters(custom: CustomAuthorization): readonly HttpFilter[] {
  return custom.providers.flatMap((provider) => {
    const { name } = provider;
    if ("fault" in provider || providerFault(provider, custom.providers) !== undefined) {
      return [httpRbac(refusal(custom, name, false))];
    }
    const question =
      "http" in provider
        ? httpExtAuthz(name, provider.http, provider.service)
        : grpcExtAuthz(name, provider.grpc, provider.service);
    return [httpRbac(whetherToAsk(custom, name, false)), question];
  });
}

/** As `customHttpFilters`, for connections. A provider that speaks HTTP knows nothing of connections: they pass. */
export function customNetworkFilters(custom: CustomAuthorization): readonly Filter[] {
  return custom.providers.flatMap((provider) => {
    const { name } = provider;
    if ("fault" in provider || providerFault(provider, custom.providers) !== undefined) {
      return [networkRbac(refusal(custom, name, true))];
    }
    if ("http" in provider) return [];
    return [networkRbac(whetherToAsk(custom, name, true)), networkExtAuthz(name, provider.grpc, provider.service)];
  });
}

function whetherToAsk(custom: CustomAuthorization, provider: string, tcp: boolean): RbacRules {
  const rules = providerRules(custom, provider, tcp, "");
  return { shadowRules: rbac("DENY", rules), shadowRulesStatPrefix: extAuthzStatPrefix };
}

/** Where nobody can be asked, what would be asked about is denied. */
function refusal(custom: CustomAuthorization, provider: string, tcp: boolean): RbacRules {
  return { rules: rbac("DENY", providerRules(custom, provider, tcp, "-deny-due-to-bad-CUSTOM-action")) };
}

function providerRules(
  { policies, trustDomains }: CustomAuthorization,
  provider: string,
  tcp: boolean,
  suffix: string,
): ReturnType<typeof policyRules> {
  const own = policies.filter(({ resource }) => (resource.spec?.provider?.name ?? "") === provider);
  const use = { tcp, allows: false };
  return policyRules(own, { trustDomains }, use, (rule) => `${extAuthzRulePrefix(provider)}-${rule}${suffix}`);
}
