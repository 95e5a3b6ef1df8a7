import type { RequestAuthentication, ResourceKey } from "../../api/index.ts";
import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { Policy, ProxyScope } from "../../mesh/index.ts";
import type { SecurityFilters } from "../filter/http-filters.ts";
import type { KeySetSource } from "../view.ts";
import { type AuthorizationProvider, authorizationProviders } from "./authorization-provider.ts";
import { type CustomAuthorization, customHttpFilters, customNetworkFilters } from "./custom-authorization.ts";
import { jwtFilters, jwtRules, type KeySet, keySetAddress } from "./jwt-filter.ts";
import { httpRbac, networkRbac, type PoliciesByAction, rbacRules } from "./rbac-filters.ts";

/** Who may call a workload and with which tokens: plain values, to be part of a builder's key. */
export interface SecurityPolicies {
  readonly authorization: PoliciesByAction;
  readonly requestAuthentications: readonly Policy<RequestAuthentication>[];
  /** Whom CUSTOM policies leave the decision to. */
  readonly providers: readonly AuthorizationProvider[];
  readonly keySets: readonly KeySet[];
  readonly routesByClaims: boolean;
  /** The mesh's own trust domain, then its aliases. */
  readonly trustDomains: readonly string[];
}

/** The policies of a view's workload. */
export function securityPolicies(scope: ProxyScope, keySetAt: KeySetSource = () => undefined): SecurityPolicies {
  const { policies, settings, proxy } = scope;
  const { requestAuthentications, authorizationPolicies } = policies;
  const addresses = new Set(jwtRules({ requestAuthentications }).flatMap((rule) => keySetAddress(rule) ?? []));
  const keySets = [...addresses].flatMap((address) => {
    const keys = keySetAt(address);
    return keys === undefined ? [] : [{ address, keys }];
  });
  return {
    authorization: authorizationPolicies,
    requestAuthentications,
    providers: authorizationProviders(scope),
    keySets,
    routesByClaims: proxy.type === "router",
    trustDomains: [settings.trustDomain, ...settings.trustDomainAliases],
  };
}

const httpKnown = new WeakMap<SecurityPolicies, SecurityFilters>();
const networkKnown = new WeakMap<SecurityPolicies, NetworkSecurityFilters>();

/** The filters that guard requests: first the providers' questions, then tokens, then the mesh's own rules. */
export function httpSecurity(policies: SecurityPolicies): SecurityFilters {
  const known = httpKnown.get(policies);
  if (known) return known;
  const made = {
    custom: customHttpFilters(customPart(policies)),
    authentication: jwtFilters(policies),
    authorization: rbacRules(policies.authorization, policies, false).map(httpRbac),
  };
  httpKnown.set(policies, made);
  return made;
}

/** Filters that decide who may connect, each list in its order. */
export interface NetworkSecurityFilters {
  readonly custom: readonly Filter[];
  readonly authorization: readonly Filter[];
}

/** The filters that guard connections of which no request is seen. */
export function networkSecurity(policies: SecurityPolicies): NetworkSecurityFilters {
  const known = networkKnown.get(policies);
  if (known) return known;
  const made = {
    custom: customNetworkFilters(customPart(policies)),
    authorization: rbacRules(policies.authorization, policies, true).map(networkRbac),
  };
  networkKnown.set(policies, made);
  return made;
}

/** The objects that the filters come from. */
export function securitySources({ authorization, requestAuthentications }: SecurityPolicies): readonly ResourceKey[] {
  return [...requestAuthentications, ...Object.values(authorization).flat()].map(({ key }) => key);
}

function customPart({ authorization, providers, trustDomains }: SecurityPolicies): CustomAuthorization {
  return { policies: authorization.CUSTOM, providers, trustDomains };
}
