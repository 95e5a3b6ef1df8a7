import { nameOf } from "../analyzed-object.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

const variable = "BLOCKED_CIDRS_IN_JWKS_URIS";

/** Finds control planes that fetch keys for tokens from wherever a user says, the inside of the network included. */
export const blockedKeyRanges: Analyzer = {
  name: "authn.BlockedCIDRsAnalyzer",
  doc: "The control plane does not fetch keys of tokens from internal addresses.",
  codes: ["IST0175"],
  run({ cluster, report }) {
    const requests = cluster.all(kindRefs.requestAuthentication).map(nameOf);
    if (requests.length === 0) return;
    for (const deployment of cluster.all(kindRefs.deployment)) {
      if (deployment.labels["app"] !== "istiod") continue;
      const containers = deployment.root.at("spec", "template", "spec", "containers");
      const isSet = containers
        .items()
        .flatMap((container) => container.at("env").items())
        .some((entry) => entry.at("name").text === variable && entry.at("value").text !== "");
      if (isSet) continue;
      const whose = requests.length === 1 ? requests[0] : `${requests[0]} and ${requests.length - 1} more`;
      report("IST0175", deployment, containers, `should set ${variable}: keys for ${whose} may come from any address`);
    }
  },
};
