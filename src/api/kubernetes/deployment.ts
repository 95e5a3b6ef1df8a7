import { isObject, jsonEqual } from "../../base/json.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { formatSelector } from "../meta/matches-selector.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { obj, opt, req } from "../schema/build.ts";
import { containerColumns } from "./container-columns.ts";
import { defaultPodSpec } from "./default-pod.ts";
import { type DeploymentSpec, type DeploymentStatus, deploymentSpec, deploymentStatus } from "./deployment-spec.ts";
import { updateAt } from "./update-at.ts";

/** A number of like pods that are replaced bit by bit when their template changes. */
export interface Deployment extends Resource {
  readonly spec: DeploymentSpec;
  readonly status?: DeploymentStatus | undefined;
}

function defaultDeployment(resource: Resource): Resource {
  const rolling = updateAt(resource, ["spec", "strategy"], (strategy) => {
    if (!isObject(strategy) || strategy.type !== "RollingUpdate" || strategy.rollingUpdate !== undefined)
      return strategy;
    return { ...strategy, rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } };
  });
  return updateAt(rolling, ["spec", "template", "spec"], defaultPodSpec) as Resource;
}

function validateUpdate(deployment: Deployment, old: Deployment, report: Report): void {
  if (!jsonEqual(deployment.spec.selector, old.spec.selector)) {
    report("FW0116", "must not change", "spec", "selector");
  }
}

const wide = { priority: 1 } as const;

export const deploymentKind = defineKind<Deployment>({
  group: "apps",
  kind: "Deployment",
  versions: [{ name: "v1" }],
  shortNames: ["deploy"],
  categories: ["all"],
  doc: "A number of like pods that are replaced bit by bit when their template changes.",
  schema: obj({
    spec: req(2, deploymentSpec, "What the Deployment should be."),
    status: opt(3, deploymentStatus, "How far it is; written by its controller."),
  }),
  columns: [
    column<Deployment>(
      "Ready",
      ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 1}`,
      "Ready pods out of the wanted number.",
    ),
    column<Deployment>("Up-to-date", ({ status }) => status?.updatedReplicas ?? 0, "Pods of the present template.", {
      type: "integer",
    }),
    column<Deployment>("Available", ({ status }) => status?.availableReplicas ?? 0, "Pods that can be used.", {
      type: "integer",
    }),
    column<Deployment>("Containers", ({ spec }) => containerColumns(spec.template).names, "Container names.", wide),
    column<Deployment>("Images", ({ spec }) => containerColumns(spec.template).images, "Container images.", wide),
    column<Deployment>("Selector", ({ spec }) => formatSelector(spec.selector), "Which pods belong to it.", wide),
  ],
  normalize: defaultDeployment,
  validateUpdate,
  protobuf: { message: "k8s.io.api.apps.v1.Deployment", of: "object" },
});
