import type { AnalyzedObject } from "../analyzed-object.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import type { Part } from "../part.ts";

/** Finds destination rules that encrypt, yet to whoever answers. */
export const unverifiedServers: Analyzer = {
  name: "destinationrule.CaCertificateAnalyzer",
  doc: "Destination rules with TLS say how to verify the server.",
  codes: ["IST0128", "IST0129"],
  run({ cluster, report }) {
    for (const rule of cluster.all(kindRefs.destinationRule)) {
      const policy = rule.root.at("spec", "trafficPolicy");
      const host = rule.root.at("spec", "host").text;
      const tls = policy.at("tls");
      if (isUnverified(tls, rule)) report("IST0128", rule, tls, sentence(tls, host));
      for (const entry of policy.at("portLevelSettings").items()) {
        const own = entry.at("tls");
        const to = `${host}:${entry.at("port", "number").scalar}`;
        if (isUnverified(own, rule)) report("IST0129", rule, own, sentence(own, to));
      }
    }
  },
};

function sentence(tls: Part, to: string): string {
  return `should have \`caCertificates\`: with ${tls.at("mode").text} alone any certificate will do for '${to}'`;
}

/** A secret verifies the server too, but only where the rule says which workloads may use it. */
function isUnverified(tls: Part, rule: AnalyzedObject): boolean {
  if (!["SIMPLE", "MUTUAL"].includes(tls.at("mode").text)) return false;
  if (tls.at("caCertificates").text !== "" || tls.at("insecureSkipVerify").value === true) return false;
  const fromSecret = tls.at("credentialName").text !== "" && rule.root.at("spec", "workloadSelector").exists;
  return !fromSecret;
}
