import type { AuthorizationPolicy } from "../../api/index.ts";
import { type ConfigProblem, configProblem, type Policy } from "../../mesh/index.ts";
import { providerFault } from "./custom-authorization.ts";
import { givenRules, hasUsableKey, isSoundRule, keySetAddress } from "./jwt-filter.ts";
import { readPolicy } from "./read-policy.ts";
import type { SecurityPolicies } from "./security-policies.ts";

/** What of the policies no proxy can be told, and what is done instead. */
export function securityProblems(policies: SecurityPolicies): readonly ConfigProblem[] {
  const { authorization, trustDomains } = policies;
  return [
    ...Object.values(authorization)
      .flat()
      .flatMap((policy) => ruleProblems(policy, trustDomains)),
    ...providerProblems(policies),
    ...tokenProblems(policies),
  ];
}

function ruleProblems(policy: Policy<AuthorizationPolicy>, trustDomains: readonly string[]): readonly ConfigProblem[] {
  return readPolicy(policy, trustDomains).flatMap(({ unreadable }, i) =>
    unreadable.map(({ path, message }) => configProblem(policy.key, "FW1231", ["spec", "rules", i, ...path], message)),
  );
}

function providerProblems({ authorization, providers }: SecurityPolicies): readonly ConfigProblem[] {
  return providers.flatMap((provider) => {
    const fault = providerFault(provider, providers);
    if (fault === undefined) return [];
    const own = authorization.CUSTOM.filter(({ resource }) => (resource.spec?.provider?.name ?? "") === provider.name);
    const message = `'${provider.name}' ${fault}`;
    return own.map(({ key }) => configProblem(key, "FW1232", ["spec", "provider", "name"], message));
  });
}

function tokenProblems({ requestAuthentications, keySets }: SecurityPolicies): readonly ConfigProblem[] {
  return requestAuthentications.flatMap((policy) =>
    givenRules(policy).flatMap((rule, i) => {
      const { key } = policy;
      const path = ["spec", "jwtRules", i];
      if (!isSoundRule(rule)) return [configProblem(key, "FW1101", path, "must have the form of a rule")];
      if (rule.jwks && !hasUsableKey(rule.jwks)) {
        return [configProblem(key, "FW1233", [...path, "jwks"], "must have a key of type RSA, EC, OKP or oct")];
      }
      const address = keySetAddress(rule);
      if (address === undefined || keySets.some((each) => each.address === address)) return [];
      return [configProblem(key, "FW1233", path, `must lead to keys: those of '${address}' were not fetched`)];
    }),
  );
}
