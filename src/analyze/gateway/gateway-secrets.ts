import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import type { Part } from "../part.ts";
import { gatewayWorkloads } from "./gateway-workloads.ts";
import { keyPairFault } from "./key-pair-fault.ts";

/** Finds servers whose secret is missing, or holds no certificate and key. */
export const gatewaySecrets: Analyzer = {
  name: "gateway.SecretAnalyzer",
  doc: "The secrets of gateways exist beside their workloads and hold a key pair.",
  codes: ["IST0101", "IST0161"],
  run(context) {
    const { cluster, report } = context;
    for (const gateway of cluster.all(kindRefs.gateway)) {
      const credentials = gateway.root.at("spec", "servers").items().flatMap(credentialsOf);
      if (credentials.length === 0) continue;
      // Proxies read secrets of their own namespace, which need not be the Gateway's.
      const [namespace] = gatewayWorkloads(gateway, context).map((workload) => workload.namespace);
      if (namespace === undefined) continue;
      for (const credential of credentials) {
        const secret = cluster.find(kindRefs.secret, namespace, credential.text);
        const fault = secret && keyPairFault(secret.root);
        if (!secret) {
          const message = `must be a secret beside the gateway's workload: there is no '${namespace}/${credential.text}'`;
          report("IST0101", gateway, credential, message);
        } else if (fault !== undefined) {
          report("IST0161", gateway, credential, `must be a secret with a key pair: '${credential.text}' ${fault}`);
        }
      }
    }
  },
};

/** The names of secrets; what comes from elsewhere than secrets has a scheme. */
function credentialsOf(server: Part): readonly Part[] {
  const tls = server.at("tls");
  return [tls.at("credentialName"), ...tls.at("credentialNames").items()].filter(
    ({ text }) => text !== "" && !text.includes(":"),
  );
}
