import { defineKind } from "../kind.ts";
import { deploymentSpec, deploymentStatus } from "../kubernetes/deployment-spec.ts";
import type { Resource } from "../resource.ts";
import { obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { gridNameFault } from "./grid-key.ts";
import { checkWorkloadGrid, workloadGridColumns, workloadGridSpec, workloadGridStatus } from "./workload-grid.ts";

const deploymentGridSpec = workloadGridSpec(deploymentSpec);
const deploymentGridStatus = workloadGridStatus(deploymentStatus);

export interface DeploymentGridSpec extends Infer<typeof deploymentGridSpec> {}
export interface DeploymentGridStatus extends Infer<typeof deploymentGridStatus> {}

/** One Deployment for each value of a node label. */
export interface DeploymentGrid extends Resource {
  readonly spec?: DeploymentGridSpec | undefined;
  readonly status?: DeploymentGridStatus | undefined;
}

export const deploymentGridKind = defineKind<DeploymentGrid>({
  group: "superedge.io",
  kind: "DeploymentGrid",
  versions: [{ name: "v1" }],
  shortNames: ["dg"],
  doc: "One Deployment for each value of a node label.",
  schema: obj({
    spec: opt(0, deploymentGridSpec, "What the grid should be."),
    status: opt(0, deploymentGridStatus, "How far the Deployments are; written by the grid's controller."),
  }),
  columns: workloadGridColumns,
  nameFault: gridNameFault,
  validate: checkWorkloadGrid,
});
