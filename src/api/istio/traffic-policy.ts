import { atMostOne } from "../checks/across.ts";
import { within } from "../problem.ts";
import { choice, double, list, obj, opt, req, str } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { clientTlsSettings } from "./client-tls.ts";
import { connectionPoolSettings } from "./connection-pool.ts";
import { portSelector } from "./destination.ts";
import { isHostOrIp } from "./host.ts";
import { loadBalancerSettings } from "./load-balancer.ts";
import { type LocalityLbSetting, warnOfBlindFailover } from "./locality-lb.ts";
import { outlierDetection } from "./outlier-detection.ts";
import { count, portNumber } from "./port-number.ts";

interface Balanced {
  readonly loadBalancer?: { readonly localityLbSetting?: LocalityLbSetting | undefined } | undefined;
  readonly outlierDetection?: object | undefined;
}

const noticesFailures: Check<Balanced> = ({ loadBalancer, outlierDetection: outlier }, report) => {
  warnOfBlindFailover(loadBalancer?.localityLbSetting, outlier, within(report, "loadBalancer", "localityLbSetting"));
};

function isNotEmpty(...names: readonly string[]): Check<object> {
  const wanted = names.map((name) => `\`${name}\``).join(", ");
  return (policy, report) => {
    const fields = policy as { readonly [name: string]: unknown };
    if (names.every((name) => fields[name] === undefined)) report("FW0331", `must have at least one of ${wanted}`);
  };
}

const portFields = {
  port: opt(1, portSelector, "Port of the service that the policy is for."),
  loadBalancer: opt(2, loadBalancerSettings, "How an endpoint is chosen."),
  connectionPool: opt(3, connectionPoolSettings, "Limits on connections and requests."),
  outlierDetection: opt(4, outlierDetection, "When failing endpoints are left out for a while."),
  tls: opt(5, clientTlsSettings, "How connections are encrypted."),
};

const hasPort: Check<InferFields<typeof portFields>> = (policy, report) => {
  if (policy.port === undefined) report("FW0103", "must be set", "port");
};

/** Policy for one port; it replaces the policy of the destination as a whole. */
const portTrafficPolicy = obj(portFields, {
  checks: [hasPort, isNotEmpty("loadBalancer", "connectionPool", "outlierDetection", "tls"), noticesFailures],
});

const isTunnelProtocol: Check<string> = (protocol, report) => {
  if (!["", "CONNECT", "POST"].includes(protocol)) {
    report("FW0104", `must be 'CONNECT' or 'POST', not '${protocol}'`);
  }
};

const tunnelSettings = obj({
  protocol: opt(1, str({ checks: [isTunnelProtocol] }), "Method that opens the tunnel: CONNECT (default) or POST."),
  targetHost: req(2, str({ checks: [isHostOrIp] }), "Host or address that the tunnel leads to."),
  targetPort: req(3, portNumber, "Port that the tunnel leads to."),
});

const proxyProtocol = obj({
  version: opt(1, choice({ V1: 0, V2: 1 }), "Version of the PROXY protocol. Default: V1."),
});

const retryBudget = obj({
  percent: opt(
    1,
    double({ wrapped: true, min: 0, max: 100, nullable: true }),
    "Most retries at once, in percent of the requests under way and waiting. Default: 20.",
  ),
  minRetryConcurrency: opt(2, count, "Retries at once that are always allowed. Default: 3."),
  budgetInterval: opt(3, duration(), "How far back requests count; `0s` is those under way only. Default: 0s."),
});

/** How traffic behaves once its destination is known. */
export const trafficPolicy = obj(
  {
    loadBalancer: opt(1, loadBalancerSettings, "How an endpoint is chosen."),
    connectionPool: opt(2, connectionPoolSettings, "Limits on connections and requests."),
    outlierDetection: opt(3, outlierDetection, "When failing endpoints are left out for a while."),
    tls: opt(4, clientTlsSettings, "How connections are encrypted."),
    portLevelSettings: opt(
      5,
      list(portTrafficPolicy, { maxItems: 4096 }),
      "Policies of single ports, each in place of this one.",
    ),
    tunnel: opt(6, tunnelSettings, "Reach another destination through this one, a forward proxy."),
    proxyProtocol: opt(7, proxyProtocol, "Tell the destination the caller's address by the PROXY protocol."),
    retryBudget: opt(8, retryBudget, "Limit on retries in proportion to requests."),
  },
  {
    checks: [
      isNotEmpty(
        "loadBalancer",
        "connectionPool",
        "outlierDetection",
        "tls",
        "portLevelSettings",
        "tunnel",
        "proxyProtocol",
        "retryBudget",
      ),
      atMostOne("tunnel", "proxyProtocol"),
      noticesFailures,
    ],
  },
);

export interface PortTrafficPolicy extends Infer<typeof portTrafficPolicy> {}
export interface TrafficPolicy extends Infer<typeof trafficPolicy> {}
