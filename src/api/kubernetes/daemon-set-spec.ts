import { labelSelector } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import { choice, int32, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { checkWorkload } from "./check-workload.ts";
import { podTemplateSpec } from "./pod-template.ts";
import { isNone, percentOf, rolloutAmount } from "./rollout-amount.ts";

const count = int32({ min: 0 });

interface Rolling {
  readonly maxUnavailable?: number | string | undefined;
  readonly maxSurge?: number | string | undefined;
}

function checkRolling({ maxUnavailable = 1, maxSurge = 0 }: Rolling, report: Report): void {
  if (isNone(maxUnavailable) && isNone(maxSurge)) {
    report("FW0619", "must not be 0 when `maxSurge` is 0 too", "maxUnavailable");
  } else if (!isNone(maxUnavailable) && !isNone(maxSurge)) {
    report("FW0619", "must be 0 when `maxUnavailable` is not", "maxSurge");
  }
  for (const [field, amount] of Object.entries({ maxUnavailable, maxSurge })) {
    if ((percentOf(amount) ?? 0) > 100) report("FW0619", `must be at most '100%', not '${amount}'`, field);
  }
}

const rollingUpdate = obj(
  {
    maxUnavailable: ptr(1, rolloutAmount, "How many nodes may lack the pod during an update; default 1.", {
      default: 1,
    }),
    maxSurge: ptr(2, rolloutAmount, "How many nodes may have an old and a new pod at once; default 0.", { default: 0 }),
  },
  { checks: [checkRolling] },
);

interface Strategy {
  readonly type?: string | undefined;
  readonly rollingUpdate?: unknown;
}

function checkStrategy({ type, rollingUpdate }: Strategy, report: Report): void {
  if (type === "OnDelete" && rollingUpdate !== undefined) {
    report("FW0111", "must not be set with the type 'OnDelete'", "rollingUpdate");
  }
}

const updateStrategy = obj(
  {
    type: opt(
      1,
      choice(["RollingUpdate", "OnDelete"], { emptyIsAbsent: true }),
      "'RollingUpdate' (the default) replaces pods node by node; 'OnDelete' waits until you delete them.",
      { default: "RollingUpdate" },
    ),
    rollingUpdate: ptr(2, rollingUpdate, "How many nodes at a time, with the type 'RollingUpdate'."),
  },
  { checks: [checkStrategy] },
);

/** What a user asks of a DaemonSet. */
export const daemonSetSpec = obj(
  {
    selector: req(1, labelSelector, "Which pods belong to the DaemonSet; must match the template; cannot change."),
    template: req(2, podTemplateSpec, "What the pod of each node looks like."),
    updateStrategy: opt(3, updateStrategy, "How old pods give way to new ones.", { default: {} }),
    minReadySeconds: opt(4, count, "Seconds a pod must be ready before it counts as available; default 0."),
    revisionHistoryLimit: ptr(6, count, "How many old revisions are kept to go back to; default 10.", { default: 10 }),
  },
  { checks: [(spec, report) => checkWorkload(spec, [], report)] },
);

const daemonSetCondition = obj({
  type: req(1, str(), "Which aspect of the DaemonSet."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastTransitionTime: opt(3, kubeTime(), "When `status` last changed."),
  reason: opt(4, str(), "One word for machines on why."),
  message: opt(5, str(), "A sentence for people."),
});

/** On how many nodes a DaemonSet is. */
export const daemonSetStatus = obj({
  currentNumberScheduled: req(1, int32(), "Nodes that have the pod and should."),
  numberMisscheduled: req(2, int32(), "Nodes that have the pod and should not."),
  desiredNumberScheduled: req(3, int32(), "Nodes that should have the pod."),
  numberReady: req(4, int32(), "Nodes whose pod is ready."),
  observedGeneration: opt(5, int64(), "The DaemonSet's generation this status is about."),
  updatedNumberScheduled: opt(6, int32(), "Nodes whose pod is of the present template."),
  numberAvailable: opt(7, int32(), "Nodes whose pod has been ready for `minReadySeconds`."),
  numberUnavailable: opt(8, int32(), "Nodes that should have such a pod and do not."),
  collisionCount: ptr(9, int32(), "How often the name of a revision was taken; for the controller's own use."),
  conditions: opt(10, list(daemonSetCondition, { keys: ["type"] }), "Conditions of the DaemonSet."),
});

export interface DaemonSetSpec extends Infer<typeof daemonSetSpec> {}
export interface DaemonSetStatus extends Infer<typeof daemonSetStatus> {}
