import { labelSelector } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import { choice, int32, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { checkWorkload } from "./check-workload.ts";
import { persistentVolumeClaim } from "./persistent-volume-claim.ts";
import { podTemplateSpec } from "./pod-template.ts";
import { isNone, percentOf, rolloutAmount } from "./rollout-amount.ts";

const count = int32({ min: 0 });

interface Rolling {
  readonly maxUnavailable?: number | string | undefined;
}

function checkRolling({ maxUnavailable }: Rolling, report: Report): void {
  if (maxUnavailable === undefined) return;
  if (isNone(maxUnavailable)) report("FW0619", "must not be 0", "maxUnavailable");
  else if ((percentOf(maxUnavailable) ?? 0) > 100) {
    report("FW0619", `must be at most '100%', not '${maxUnavailable}'`, "maxUnavailable");
  }
}

const rollingUpdate = obj(
  {
    partition: ptr(1, count, "Pods with a lower ordinal keep the old template; default 0.", { default: 0 }),
    maxUnavailable: ptr(2, rolloutAmount, "How many pods may be missing during an update; default 1."),
  },
  { checks: [checkRolling] },
);

interface Strategy {
  readonly type?: string | undefined;
  readonly rollingUpdate?: unknown;
}

function checkStrategy(strategy: Strategy, report: Report): void {
  if (strategy.type === "OnDelete" && strategy.rollingUpdate !== undefined) {
    report("FW0111", "must not be set with the type 'OnDelete'", "rollingUpdate");
  }
}

const updateStrategy = obj(
  {
    type: opt(
      1,
      choice(["RollingUpdate", "OnDelete"], { emptyIsAbsent: true }),
      "'RollingUpdate' (the default) replaces pods one by one; 'OnDelete' waits until you delete them.",
      { default: "RollingUpdate" },
    ),
    rollingUpdate: ptr(2, rollingUpdate, "How many pods at a time, with the type 'RollingUpdate'."),
  },
  { checks: [checkStrategy] },
);

const retention = choice(["Retain", "Delete"], { emptyIsAbsent: true });

const claimRetentionPolicy = obj({
  whenDeleted: opt(
    1,
    retention,
    "What becomes of claims when the StatefulSet goes: 'Retain' (the default) or 'Delete'.",
    {
      default: "Retain",
    },
  ),
  whenScaled: opt(
    2,
    retention,
    "What becomes of a claim when its pod is scaled away: 'Retain' (the default) or 'Delete'.",
    {
      default: "Retain",
    },
  ),
});

const ordinals = obj({
  start: opt(1, count, "Number of the first pod; default 0."),
});

/** What a user asks of a StatefulSet; also the template of a StatefulSetGrid. */
export const statefulSetSpec = obj(
  {
    replicas: ptr(1, count, "How many pods there should be; default 1.", { default: 1 }),
    selector: req(2, labelSelector, "Which pods belong to the StatefulSet; must match the template; cannot change."),
    template: req(3, podTemplateSpec, "What the pods look like."),
    volumeClaimTemplates: opt(
      4,
      list(persistentVolumeClaim),
      "Claims that each pod gets of its own, and mounts by their names; cannot change.",
    ),
    serviceName: opt(5, str(), "Headless Service through which the pods get DNS names; cannot change."),
    podManagementPolicy: opt(
      6,
      choice(["OrderedReady", "Parallel"], { emptyIsAbsent: true }),
      "'OrderedReady' (the default) starts pods one after the other, 'Parallel' all at once; cannot change.",
      { default: "OrderedReady" },
    ),
    updateStrategy: opt(7, updateStrategy, "How old pods give way to new ones.", { default: {} }),
    revisionHistoryLimit: ptr(8, count, "How many old revisions are kept to go back to; default 10.", { default: 10 }),
    minReadySeconds: opt(9, count, "Seconds a pod must be ready before it counts as available; default 0."),
    persistentVolumeClaimRetentionPolicy: ptr(10, claimRetentionPolicy, "What becomes of the pods' claims.", {
      default: {},
    }),
    ordinals: ptr(11, ordinals, "How the pods are numbered."),
  },
  { checks: [(spec, report) => checkWorkload(spec, claimNames(spec.volumeClaimTemplates), report)] },
);

function claimNames(
  claims: readonly { readonly metadata?: { readonly name?: string | undefined } | undefined }[] = [],
) {
  return claims.flatMap((claim) => claim.metadata?.name ?? []);
}

const statefulSetCondition = obj({
  type: req(1, str(), "Which aspect of the StatefulSet."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastTransitionTime: opt(3, kubeTime(), "When `status` last changed."),
  reason: opt(4, str(), "One word for machines on why."),
  message: opt(5, str(), "A sentence for people."),
});

/** How far a StatefulSet is. */
export const statefulSetStatus = obj({
  observedGeneration: opt(1, int64(), "The StatefulSet's generation this status is about."),
  replicas: req(2, int32(), "Pods of the StatefulSet."),
  readyReplicas: opt(3, int32(), "Pods that are ready."),
  currentReplicas: opt(4, int32(), "Pods of the revision `currentRevision`."),
  updatedReplicas: opt(5, int32(), "Pods of the revision `updateRevision`."),
  currentRevision: opt(6, str(), "Revision of the pods that are not updated yet."),
  updateRevision: opt(7, str(), "Revision of the pods that are updated."),
  collisionCount: ptr(9, int32(), "How often the name of a revision was taken; for the controller's own use."),
  conditions: opt(10, list(statefulSetCondition, { keys: ["type"] }), "Conditions of the StatefulSet."),
  availableReplicas: opt(11, int32(), "Pods that have been ready for `minReadySeconds`."),
});

export interface StatefulSetSpec extends Infer<typeof statefulSetSpec> {}
export interface StatefulSetStatus extends Infer<typeof statefulSetStatus> {}
