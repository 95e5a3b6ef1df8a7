import type { HttpRoute } from "../../api/index.ts";
import type { RouteAction_RequestMirrorPolicy } from "../../gen/envoy/config/route/v3.ts";
import type { FractionalPercent } from "../../gen/envoy/type/v3.ts";
import { millionths, wholePercent } from "./request-share.ts";
import type { RouteContext } from "./route-context.ts";

/** Where copies of requests go. A share of 0 is no mirror. */
export function mirrorPolicies(
  rule: HttpRoute,
  { resolve }: Pick<RouteContext, "resolve">,
): readonly RouteAction_RequestMirrorPolicy[] {
  const { mirror, mirrors = [] } = rule;
  const asked = [
    ...(mirror ? [{ destination: mirror, share: shareOf(rule) }] : []),
    ...mirrors.map(({ destination, percentage }) => ({
      destination,
      share: percentage ? millionths(percentage.value ?? 0) : wholePercent(100),
    })),
  ];
  return asked
    .filter(({ share }) => share.numerator !== 0)
    .map(({ destination, share }) => ({
      cluster: resolve(destination).cluster,
      runtimeFraction: { defaultValue: share },
      traceSampled: false,
      disableShadowHostSuffixAppend: true,
    }));
}

function shareOf({ mirrorPercentage, mirrorPercent }: HttpRoute): FractionalPercent {
  if (mirrorPercentage) return millionths(mirrorPercentage.value ?? 0);
  return wholePercent(mirrorPercent ?? 100);
}
