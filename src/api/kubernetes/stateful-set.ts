import { isObject, jsonEqual } from "../../base/json.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { obj, opt, req } from "../schema/build.ts";
import { containerColumns } from "./container-columns.ts";
import { defaultPodSpec } from "./default-pod.ts";
import {
  type StatefulSetSpec,
  type StatefulSetStatus,
  statefulSetSpec,
  statefulSetStatus,
} from "./stateful-set-spec.ts";
import { updateAt } from "./update-at.ts";

/** Numbered pods that keep their names and volumes. */
export interface StatefulSet extends Resource {
  readonly spec: StatefulSetSpec;
  readonly status?: StatefulSetStatus | undefined;
}

function defaultStatefulSet(resource: Resource): Resource {
  const rolling = updateAt(resource, ["spec", "updateStrategy"], (strategy) => {
    if (!isObject(strategy) || strategy.type !== "RollingUpdate" || strategy.rollingUpdate !== undefined)
      return strategy;
    return { ...strategy, rollingUpdate: { partition: 0 } };
  });
  return updateAt(rolling, ["spec", "template", "spec"], defaultPodSpec) as Resource;
}

const fixed = ["selector", "serviceName", "podManagementPolicy", "volumeClaimTemplates"] as const;

function validateUpdate(set: StatefulSet, old: StatefulSet, report: Report): void {
  for (const field of fixed) {
    if (!jsonEqual(set.spec[field], old.spec[field])) report("FW0116", "must not change", "spec", field);
  }
}

const wide = { priority: 1 } as const;

export const statefulSetKind = defineKind<StatefulSet>({
  group: "apps",
  kind: "StatefulSet",
  versions: [{ name: "v1" }],
  shortNames: ["sts"],
  categories: ["all"],
  doc: "Numbered pods that keep their names and volumes.",
  schema: obj({
    spec: req(2, statefulSetSpec, "What the StatefulSet should be."),
    status: opt(3, statefulSetStatus, "How far it is; written by its controller."),
  }),
  columns: [
    column<StatefulSet>(
      "Ready",
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`,
      "Ready pods out of the wanted number.",
    ),
    column<StatefulSet>("Containers", ({ spec }) => containerColumns(spec.template).names, "Container names.", wide),
    column<StatefulSet>("Images", ({ spec }) => containerColumns(spec.template).images, "Container images.", wide),
  ],
  normalize: defaultStatefulSet,
  validateUpdate,
  protobuf: { message: "k8s.io.api.apps.v1.StatefulSet", of: "object" },
});
