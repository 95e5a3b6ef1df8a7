import { labelSelector } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import { bool, choice, int32, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { checkWorkload } from "./check-workload.ts";
import { podTemplateSpec } from "./pod-template.ts";
import { isNone, percentOf, rolloutAmount } from "./rollout-amount.ts";

const count = int32({ min: 0 });

const rollingUpdate = obj({
  maxUnavailable: ptr(1, rolloutAmount, "How many pods may be missing during an update; default '25%', rounded down.", {
    default: "25%",
  }),
  maxSurge: ptr(2, rolloutAmount, "How many pods there may be above the wanted number; default '25%', rounded up.", {
    default: "25%",
  }),
});

interface Strategy {
  readonly type?: string | undefined;
  readonly rollingUpdate?: Infer<typeof rollingUpdate> | undefined;
}

function checkStrategy(strategy: Strategy, report: Report): void {
  const rolling = strategy.rollingUpdate;
  if (rolling === undefined) return;
  if (strategy.type === "Recreate") {
    return report("FW0111", "must not be set with the type 'Recreate'", "rollingUpdate");
  }
  const { maxUnavailable = "25%", maxSurge = "25%" } = rolling;
  if (isNone(maxUnavailable) && isNone(maxSurge)) {
    report("FW0619", "must not be 0 when `maxSurge` is 0 too", "rollingUpdate", "maxUnavailable");
  }
  if ((percentOf(maxUnavailable) ?? 0) > 100) {
    report("FW0619", `must be at most '100%', not '${maxUnavailable}'`, "rollingUpdate", "maxUnavailable");
  }
}

const strategy = obj(
  {
    type: opt(
      1,
      choice(["RollingUpdate", "Recreate"], { emptyIsAbsent: true }),
      "'RollingUpdate' (the default) replaces pods bit by bit; 'Recreate' ends all old ones first.",
      { default: "RollingUpdate" },
    ),
    rollingUpdate: ptr(2, rollingUpdate, "How many pods at a time, with the type 'RollingUpdate'."),
  },
  { checks: [checkStrategy] },
);

interface Spec {
  readonly minReadySeconds?: number | undefined;
  readonly progressDeadlineSeconds?: number | undefined;
}

function checkDeadline({ minReadySeconds = 0, progressDeadlineSeconds }: Spec, report: Report): void {
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= minReadySeconds) {
    report("FW0620", `must be greater than \`minReadySeconds\` (${minReadySeconds})`, "progressDeadlineSeconds");
  }
}

/** What a user asks of a Deployment; also the template of a DeploymentGrid. */
export const deploymentSpec = obj(
  {
    replicas: ptr(1, count, "How many pods there should be; default 1.", { default: 1 }),
    selector: req(2, labelSelector, "Which pods belong to the Deployment; must match the template; cannot change."),
    template: req(3, podTemplateSpec, "What the pods look like."),
    strategy: opt(4, strategy, "How old pods give way to new ones.", { default: {} }),
    minReadySeconds: opt(5, count, "Seconds a pod must be ready before it counts as available; default 0."),
    revisionHistoryLimit: ptr(6, count, "How many old ReplicaSets are kept to go back to; default 10.", {
      default: 10,
    }),
    paused: opt(7, bool(), "Whether changes of the template wait; default false."),
    progressDeadlineSeconds: ptr(9, count, "Seconds without progress after which an update has failed; default 600.", {
      default: 600,
    }),
  },
  { checks: [(spec, report) => checkWorkload(spec, [], report), checkDeadline] },
);

const deploymentCondition = obj({
  type: req(1, str(), "Which aspect: 'Available', 'Progressing' or 'ReplicaFailure'."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastUpdateTime: opt(6, kubeTime(), "When the condition was last written."),
  lastTransitionTime: opt(7, kubeTime(), "When `status` last changed."),
  reason: opt(4, str(), "One word for machines on why."),
  message: opt(5, str(), "A sentence for people."),
});

/** How far a Deployment is. */
export const deploymentStatus = obj({
  observedGeneration: opt(1, int64(), "The Deployment's generation this status is about."),
  replicas: opt(2, int32(), "Pods of the Deployment."),
  updatedReplicas: opt(3, int32(), "Pods that are made of the present template."),
  readyReplicas: opt(7, int32(), "Pods that are ready."),
  availableReplicas: opt(4, int32(), "Pods that have been ready for `minReadySeconds`."),
  unavailableReplicas: opt(5, int32(), "Pods that are still missing."),
  terminatingReplicas: ptr(9, int32(), "Pods that are about to end."),
  conditions: opt(6, list(deploymentCondition, { keys: ["type"] }), "Conditions of the Deployment."),
  collisionCount: ptr(8, int32(), "How often the name of a ReplicaSet was taken; for the controller's own use."),
});

export interface DeploymentSpec extends Infer<typeof deploymentSpec> {}
export interface DeploymentStatus extends Infer<typeof deploymentStatus> {}
