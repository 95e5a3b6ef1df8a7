import type { ClientTlsSettings } from "../../api/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { type ConfigProblem, configProblem, type PortPolicy } from "../../mesh/index.ts";
import { dnatCluster } from "../names.ts";
import { speaksHttp2 } from "./http-options.ts";
import { inAllTrustDomains } from "./identities.ts";
import type { OutboundClusterKey } from "./outbound-cluster-key.ts";
import { sockets } from "./sockets.ts";

/** How a cluster's connections are secured, and what follows from it elsewhere. */
export interface UpstreamSecurity {
  readonly sockets: Pick<Cluster, "transportSocket" | "transportSocketMatches">;
  /** TLS of the user's making. */
  readonly ownTls: boolean;
  /** The name that TLS asks for is each request's own. */
  readonly autoSni: boolean;
  readonly autoSanValidation: boolean;
  readonly problems: readonly ConfigProblem[];
}

/** Secures an outbound cluster; `single` where there are no endpoints to tell apart by. */
export function upstreamSecurity(key: OutboundClusterKey, policy: PortPolicy, single: boolean): UpstreamSecurity {
  if (key.byServerName) return untouched;
  const { environment, service, port, subset } = key;
  const { tls: asked, problems } = usableTls(key, policy.tls);
  const ownTls = asked?.mode === "SIMPLE" || asked?.mode === "MUTUAL";
  const tls = ownTls ? withServiceNames(asked, service.subjectAltNames) : asked;
  const autoSni = ownTls && !tls?.sni;
  const identities = tls?.subjectAltNames?.length ? tls.subjectAltNames : key.identities;
  const choice = {
    tls,
    mutual: {
      sni: tls?.sni || dnatCluster(port.number, subset?.name ?? "", service.hostname),
      identities: inAllTrustDomains(identities, environment.trustDomains),
      http2: speaksHttp2({
        protocol: port.protocol,
        pool: policy.connectionPool,
        upgrades: environment.upgradesToHttp2,
      }),
    },
    automatic: key.automaticTls && !tls,
    single,
    proxyProtocol: policy.proxyProtocol,
  };
  return {
    sockets: sockets(choice, environment),
    ownTls,
    autoSni,
    autoSanValidation: autoSni && !tls?.subjectAltNames?.length && !tls?.insecureSkipVerify,
    problems,
  };
}

const untouched: UpstreamSecurity = {
  sockets: {},
  ownTls: false,
  autoSni: false,
  autoSanValidation: false,
  problems: [],
};

/**
 * Secrets are given to gateways, and to sidecars only by a rule that names its workloads: else a rule of anyone could
 * make any workload of the mesh ask for them. The system's authorities stand in.
 */
function usableTls(
  { environment, rule }: OutboundClusterKey,
  tls: ClientTlsSettings | undefined,
): { readonly tls: ClientTlsSettings | undefined; readonly problems: readonly ConfigProblem[] } {
  const credential = tls?.credentialName;
  const isPublic = credential?.startsWith("configmap://");
  if (!tls || !credential || !rule || isPublic || environment.router || rule.selector) return { tls, problems: [] };
  const { credentialName: _, ...others } = tls;
  const message = `should have a \`workloadSelector\` for its \`credentialName\`: else only gateways get '${credential}'`;
  return { tls: others, problems: [configProblem(rule.sources[0], "FW1211", ["spec"], message)] };
}

/** The names that an entry gives its servers count where the rule gives none. */
function withServiceNames(tls: ClientTlsSettings, names: readonly string[]): ClientTlsSettings {
  if (tls.subjectAltNames?.length || names.length === 0 || tls.insecureSkipVerify) return tls;
  return { ...tls, subjectAltNames: names };
}
