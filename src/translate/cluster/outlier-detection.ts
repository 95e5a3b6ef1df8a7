import type { OutlierDetection } from "../../api/index.ts";
import type { OutlierDetection as EnvoyOutlierDetection } from "../../gen/envoy/config/cluster/v3.ts";
import { protoDuration } from "../proto-duration.ts";

/** How Envoy takes failing endpoints out. Ejection by success rate, which Istio does not have, is switched off. */
export function outlierDetection(asked: OutlierDetection | undefined): EnvoyOutlierDetection | undefined {
  if (!asked) return undefined;
  const { interval, baseEjectionTime, maxEjectionPercent } = asked;
  return {
    enforcingSuccessRate: 0,
    ...(interval !== undefined && { interval: protoDuration(interval) }),
    ...(baseEjectionTime !== undefined && { baseEjectionTime: protoDuration(baseEjectionTime) }),
    ...(maxEjectionPercent !== undefined && maxEjectionPercent > 0 && { maxEjectionPercent }),
    ...consecutive5xx(asked),
    ...gatewayFailures(asked),
    ...localOrigin(asked),
  };
}

/** A count of 0 switches the check off; none leaves Envoy's own. */
function consecutive5xx({ consecutive5xxErrors: count }: OutlierDetection): EnvoyOutlierDetection {
  if (count === undefined || count === null) return {};
  return { consecutive5xx: count, enforcingConsecutive5xx: count > 0 ? 100 : 0 };
}

function gatewayFailures({ consecutiveGatewayErrors: count }: OutlierDetection): EnvoyOutlierDetection {
  if (count === undefined || count === null) return {};
  return { consecutiveGatewayFailure: count, enforcingConsecutiveGatewayFailure: count > 0 ? 100 : 0 };
}

/** Failures to connect count apart from what the upstream answers. */
function localOrigin(asked: OutlierDetection): EnvoyOutlierDetection {
  if (!asked.splitExternalLocalOriginErrors) return {};
  const count = asked.consecutiveLocalOriginFailures ?? 0;
  return {
    splitExternalLocalOriginErrors: true,
    enforcingLocalOriginSuccessRate: 0,
    ...(count > 0 && { consecutiveLocalOriginFailure: count, enforcingConsecutiveLocalOriginFailure: 100 }),
  };
}
