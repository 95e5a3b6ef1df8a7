import type { Report } from "../problem.ts";
import { bool, list, map, obj, opt, str, uint32 } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { checkLocalities } from "./localities.ts";
import { count } from "./port-number.ts";

const areShares: Check<{ readonly [locality: string]: number }> = (to, report) => {
  let sum = 0;
  for (const [locality, share] of Object.entries(to)) {
    if (share < 1 || share > 100) report("FW0333", `must be from 1 to 100, not ${share}`, locality);
    sum += share;
  }
  if (sum !== 100) report("FW0333", `must add up to 100, not ${sum}`);
  // What a wildcard adds to others before it is fine, and a map has no order.
  const localities = Object.keys(to).sort((a, b) => Number(a.endsWith("*")) - Number(b.endsWith("*")));
  checkLocalities(localities, (code, message, i) => report(code, message, localities[Number(i)] ?? ""));
};

const distribute = obj(
  {
    from: opt(
      1,
      str(),
      "Where the traffic comes from: `region/zone/subzone`, a beginning of it, or with `*` at its end.",
    ),
    to: opt(2, map(count, { checks: [areShares] }), "Shares of the traffic by locality, in percent; 100 in all."),
  },
  {
    checks: [
      (rule, report) => {
        if (rule.to === undefined) report("FW0333", "must add up to 100, not 0", "to");
      },
    ],
  },
);

const failover = obj(
  {
    from: opt(1, str(), "Region whose endpoints have failed."),
    to: opt(2, str(), "Region that takes over."),
  },
  {
    checks: [
      ({ from = "", to = "" }, report) => {
        if (from === to) report("FW0333", `must be two different regions, not '${from}' twice`);
        for (const [name, region] of Object.entries({ from, to })) {
          if (/[/*]/.test(region)) report("FW0333", `must be a region only, not '${region}'`, name);
        }
      },
    ],
  },
);

const failoverList = list(failover);
const failoverDoc = "Which region takes over from which.";
const prioritiesDoc = "Labels, most important first; endpoints that share more of them with the caller come first.";
const enabled = bool({ wrapped: true, nullable: true });

const fields = {
  distribute: opt(1, list(distribute), "Shares of traffic between localities; not together with `failover`."),
  failover: opt(2, failoverList, failoverDoc),
  failoverPriority: opt(4, list(str()), prioritiesDoc),
  enabled: opt(3, enabled, "Whether localities count for this destination. Default: what the mesh says."),
};

/** How traffic is divided between localities. */
export interface LocalityLbSetting extends InferFields<typeof fields> {}

const topologyLabels = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone", "topology.istio.io/subzone"];

const hasOnePlan: Check<LocalityLbSetting> = (setting, report) => {
  if (setting.distribute?.length && setting.failover?.length) {
    report("FW0111", "must have at most one of `distribute` and `failover`");
  }
  const at = setting.failoverPriority?.findIndex((label) => topologyLabels.includes(label)) ?? -1;
  if (setting.failover?.length && at >= 0) {
    report("FW0111", `must not have '${setting.failoverPriority?.[at]}' besides \`failover\``, "failoverPriority", at);
  }
};

const distributesApart: Check<LocalityLbSetting> = (setting, report) => {
  const sources = (setting.distribute ?? []).map((rule) => rule.from ?? "");
  checkLocalities(sources, (code, message, i) => report(code, message, "distribute", i ?? 0, "from"));
};

/** How traffic is divided between localities, and which one takes over when one fails. */
export const localityLbSetting = obj(fields, { checks: [hasOnePlan, distributesApart] });

const hasNoTopology: Check<readonly string[]> = (labels, report) => {
  labels.forEach((label, i) => {
    if (topologyLabels.includes(label)) report("FW0333", `must not be '${label}': regions and zones count anyway`, i);
  });
};

/** How traffic stays in its zone, and which region takes over when one fails. */
export const zoneAwareLbSetting = obj({
  enabled: opt(1, enabled, "Whether traffic stays in its zone. Default: what the mesh says."),
  failover: opt(2, failoverList, failoverDoc),
  failoverPriority: opt(3, list(str(), { checks: [hasNoTopology] }), prioritiesDoc),
  minClusterSize: opt(
    4,
    uint32({ wrapped: true, min: 1, max: 4294967295, nullable: true }),
    "Endpoints that the region must have at least for zones to count. Default: 6.",
  ),
});

export interface ZoneAwareLbSetting extends Infer<typeof zoneAwareLbSetting> {}

/** Warns of failover that cannot happen because nothing tells that endpoints have failed. */
export function warnOfBlindFailover(
  setting: LocalityLbSetting | undefined,
  outlierDetection: object | undefined,
  report: Report,
): void {
  if (outlierDetection || (!setting?.failover?.length && !setting?.failoverPriority?.length)) return;
  report("FW0334", "should come with `outlierDetection`: without it nothing fails over");
}
