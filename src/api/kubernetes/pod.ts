import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { obj, opt, req } from "../schema/build.ts";
import { checkMounts } from "./check-pod-spec.ts";
import { defaultPod } from "./default-pod.ts";
import { podColumns } from "./pod-columns.ts";
import { type PodSpec, podSpec } from "./pod-spec.ts";
import { type PodStatus, podStatus } from "./pod-status.ts";

/** Containers that run together on one node and share its network and volumes. */
export interface Pod extends Resource {
  readonly spec: PodSpec;
  readonly status?: PodStatus | undefined;
}

function validatePod(pod: Pod, report: Report): void {
  if (pod.spec.containers.length === 0) {
    report("FW0621", "should have a container: no node can run the pod", "spec", "containers");
  }
  checkMounts(pod.spec, [], within(report, "spec"));
}

export const podKind = defineKind<Pod>({
  group: "",
  kind: "Pod",
  versions: [{ name: "v1" }],
  shortNames: ["po"],
  categories: ["all"],
  doc: "Containers that run together on one node and share its network and volumes.",
  selectableFields: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.nominatedNodeName",
  ],
  schema: obj({
    spec: req(2, podSpec, "What the pod is made of and how it runs.", { default: {} }),
    status: opt(3, podStatus, "What is known of the running pod; written by the node."),
  }),
  columns: podColumns,
  normalize: defaultPod,
  validate: validatePod,
  protobuf: { message: "k8s.io.api.core.v1.Pod", of: "object" },
});
