import { bool, int32, list, obj, opt, uint32 } from "../schema/build.ts";
import type { Check, InferFields } from "../schema/schema.ts";
import { msDuration } from "./ms-duration.ts";
import { isPercentage } from "./percent.ts";

const errorCount = uint32({ wrapped: true, min: 0, max: 4294967295, nullable: true });
const percentage = int32({ checks: [isPercentage] });

const fields = {
  consecutiveErrors: opt(1, int32(), "Has no effect.", {
    deprecated: "use `consecutive5xxErrors` or `consecutiveGatewayErrors`",
  }),
  splitExternalLocalOriginErrors: opt(
    8,
    bool(),
    "Count failures to connect apart from errors that the endpoint answers with. Default: false.",
  ),
  consecutiveLocalOriginFailures: opt(
    9,
    errorCount,
    "Failures to connect in a row that get an endpoint ejected; 0 switches it off. Default: 5.",
  ),
  consecutiveGatewayErrors: opt(
    6,
    errorCount,
    "Answers 502, 503 or 504 in a row that get an endpoint ejected; 0 switches it off. Default: 0.",
  ),
  consecutive5xxErrors: opt(
    7,
    errorCount,
    "Answers 5xx in a row that get an endpoint ejected; 0 switches it off. Default: 5.",
  ),
  interval: opt(2, msDuration(), "Time between looks at which endpoints to eject. Default: 10s."),
  baseEjectionTime: opt(
    3,
    msDuration(),
    "Shortest time that an endpoint stays ejected; it grows with each ejection. Default: 30s.",
  ),
  maxEjectionPercent: opt(4, percentage, "Largest share of the endpoints to eject, in percent. Default: 10."),
  minHealthPercent: opt(
    5,
    percentage,
    "Share of healthy endpoints, in percent, below which detection is switched off. Default: 0.",
  ),
  outlierDetectionHttpErrorCodes: opt(
    10,
    list(uint32({ min: 100, max: 599 })),
    "HTTP statuses that count as errors, instead of 5xx.",
  ),
};

/** When endpoints that fail are left out for a while. */
export interface OutlierDetection extends InferFields<typeof fields> {}

const countsWhatIsSplit: Check<OutlierDetection> = (outlier, report) => {
  if (!outlier.splitExternalLocalOriginErrors && (outlier.consecutiveLocalOriginFailures ?? 0) > 0) {
    report("FW0112", "must be set together with `splitExternalLocalOriginErrors`", "consecutiveLocalOriginFailures");
  }
};

/** When endpoints that fail are left out for a while. */
export const outlierDetection = obj(fields, { checks: [countsWhatIsSplit] });
