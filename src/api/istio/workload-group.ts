import { areLabels } from "../checks/names.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { map, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { networkingKind, networkingVersions, objectWithSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { readinessProbe } from "./readiness-probe.ts";
import { workloadTemplate } from "./workload-entry.ts";

/** What a workload group asks for. */
const workloadGroupSpec = obj({
  metadata: opt(
    1,
    obj({
      labels: opt(1, map(str(), { maxProperties: 256, checks: [areLabels] }), "Labels of the workload entries."),
      annotations: opt(2, map(str(), { maxProperties: 256 }), "Annotations of the workload entries."),
    }),
    "Metadata of the workload entries made from the group.",
  ),
  template: req(
    2,
    workloadTemplate,
    "The workload entries made from the group; their address comes from the workload.",
  ),
  probe: opt(3, readinessProbe, "How it is found out whether a workload of the group can take traffic."),
});

export interface WorkloadGroupSpec extends Infer<typeof workloadGroupSpec> {}

/** Workloads outside of Kubernetes that are alike. */
export interface WorkloadGroup extends Resource {
  readonly spec: WorkloadGroupSpec;
  readonly status?: IstioStatus;
}

export const workloadGroupKind = defineKind<WorkloadGroup>({
  ...networkingKind,
  kind: "WorkloadGroup",
  shortNames: ["wg"],
  versions: networkingVersions,
  doc: "Workloads outside of Kubernetes that are alike, as a Deployment's pods are.",
  schema: objectWithSpec(workloadGroupSpec, "What the workloads have in common."),
  protobuf: { message: "istio.networking.v1alpha3.WorkloadGroup", of: "spec" },
  validate: rejectDryRun,
});
