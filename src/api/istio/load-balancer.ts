import { atMostOne } from "../checks/across.ts";
import { choice, double, list, obj, opt, req, str } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { consistentHash } from "./consistent-hash.ts";
import { localityLbSetting, zoneAwareLbSetting } from "./locality-lb.ts";
import { msDuration } from "./ms-duration.ts";
import { count } from "./port-number.ts";

const isAtLeastOne: Check<number> = (value, report) => {
  if (value < 1) report("FW0105", `must be 1 or more, not ${value}`);
};

const warmup = obj({
  duration: req(1, msDuration(), "How long a new endpoint gets less than its share."),
  minimumPercent: opt(
    2,
    double({ wrapped: true, min: 0, max: 100, nullable: true }),
    "Share that it begins with, in percent of its full share. Default: 10.",
  ),
  aggression: opt(
    3,
    double({ wrapped: true, min: 0, nullable: true, checks: [isAtLeastOne] }),
    "How the share grows: 1 is evenly, more is slower at first. Default: 1.",
  ),
});

// Newer than the published protobuf messages, hence without numbers.
const backendUtilization = obj({
  errorUtilizationPenaltyPercent: opt(0, count, "What errors add to an endpoint's utilization, in percent."),
  metricNamesForComputingUtilization: opt(0, list(str()), "ORCA metrics that utilization is computed from."),
  weightExpirationPeriod: opt(
    0,
    duration(),
    "How long reports stay good; then the endpoint's weight is as the others'.",
  ),
  weightStabilizationPeriod: opt(0, duration(), "How long an endpoint must have reported before its weight counts."),
  weightUpdatePeriod: opt(0, duration(), "Time between computations of weights."),
});

/** How an endpoint is chosen. */
export const loadBalancerSettings = obj(
  {
    simple: opt(
      1,
      choice({ UNSPECIFIED: 0, LEAST_CONN: 1, RANDOM: 2, PASSTHROUGH: 3, ROUND_ROBIN: 4, LEAST_REQUEST: 5 }),
      "A policy without options; LEAST_CONN is an old name of LEAST_REQUEST. Default: LEAST_REQUEST.",
      { oneof: "lb_policy" },
    ),
    consistentHash: opt(2, consistentHash, "The same endpoint for the same key.", { oneof: "lb_policy" }),
    backendUtilization: opt(0, backendUtilization, "Endpoints by the load that they report (ORCA).", {
      oneof: "lb_policy",
    }),
    localityLbSetting: opt(3, localityLbSetting, "How localities count; replaces what the mesh says."),
    zoneAwareLbSetting: opt(6, zoneAwareLbSetting, "How zones count; not together with `localityLbSetting`."),
    warmupDurationSecs: opt(4, msDuration(), "How long a new endpoint gets less than its share.", {
      deprecated: "use `warmup`",
    }),
    warmup: opt(5, warmup, "New endpoints get their share step by step; for ROUND_ROBIN and LEAST_REQUEST."),
  },
  { checks: [atMostOne("localityLbSetting", "zoneAwareLbSetting")] },
);

export interface LoadBalancerSettings extends Infer<typeof loadBalancerSettings> {}
