import { defineKind } from "../kind.ts";
import { statefulSetSpec, statefulSetStatus } from "../kubernetes/stateful-set-spec.ts";
import type { Resource } from "../resource.ts";
import { obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { gridNameFault } from "./grid-key.ts";
import { checkWorkloadGrid, workloadGridColumns, workloadGridSpec, workloadGridStatus } from "./workload-grid.ts";

const statefulSetGridSpec = workloadGridSpec(statefulSetSpec);
const statefulSetGridStatus = workloadGridStatus(statefulSetStatus);

export interface StatefulSetGridSpec extends Infer<typeof statefulSetGridSpec> {}
export interface StatefulSetGridStatus extends Infer<typeof statefulSetGridStatus> {}

/** One StatefulSet for each value of a node label. */
export interface StatefulSetGrid extends Resource {
  readonly spec?: StatefulSetGridSpec | undefined;
  readonly status?: StatefulSetGridStatus | undefined;
}

export const statefulSetGridKind = defineKind<StatefulSetGrid>({
  group: "superedge.io",
  kind: "StatefulSetGrid",
  versions: [{ name: "v1" }],
  shortNames: ["ssg"],
  doc: "One StatefulSet for each value of a node label.",
  schema: obj({
    spec: opt(0, statefulSetGridSpec, "What the grid should be."),
    status: opt(0, statefulSetGridStatus, "How far the StatefulSets are; written by the grid's controller."),
  }),
  columns: workloadGridColumns,
  nameFault: gridNameFault,
  validate: checkWorkloadGrid,
});
