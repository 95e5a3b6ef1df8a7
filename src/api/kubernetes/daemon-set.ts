import { isObject, jsonEqual } from "../../base/json.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { formatSelector } from "../meta/matches-selector.ts";
import type { Resource } from "../resource.ts";
import { obj, opt, req } from "../schema/build.ts";
import { containerColumns } from "./container-columns.ts";
import { type DaemonSetSpec, type DaemonSetStatus, daemonSetSpec, daemonSetStatus } from "./daemon-set-spec.ts";
import { defaultPodSpec } from "./default-pod.ts";
import { updateAt } from "./update-at.ts";

/** A pod on each node, or on each of some. */
export interface DaemonSet extends Resource {
  readonly spec: DaemonSetSpec;
  readonly status?: DaemonSetStatus | undefined;
}

function defaultDaemonSet(resource: Resource): Resource {
  const rolling = updateAt(resource, ["spec", "updateStrategy"], (strategy) => {
    if (!isObject(strategy) || strategy.type !== "RollingUpdate" || strategy.rollingUpdate !== undefined)
      return strategy;
    return { ...strategy, rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } };
  });
  return updateAt(rolling, ["spec", "template", "spec"], defaultPodSpec) as Resource;
}

const wide = { priority: 1 } as const;

const nodes = (name: string, read: (status: DaemonSetStatus) => number | undefined, doc: string) =>
  column<DaemonSet>(name, ({ status }) => (status && read(status)) ?? 0, doc, { type: "integer" });

export const daemonSetKind = defineKind<DaemonSet>({
  group: "apps",
  kind: "DaemonSet",
  versions: [{ name: "v1" }],
  shortNames: ["ds"],
  categories: ["all"],
  doc: "A pod on each node, or on each of some.",
  schema: obj({
    spec: req(2, daemonSetSpec, "What the DaemonSet should be."),
    status: opt(3, daemonSetStatus, "How far it is; written by its controller."),
  }),
  columns: [
    nodes("Desired", (status) => status.desiredNumberScheduled, "Nodes that should have the pod."),
    nodes("Current", (status) => status.currentNumberScheduled, "Nodes that have it."),
    nodes("Ready", (status) => status.numberReady, "Nodes whose pod is ready."),
    nodes("Up-to-date", (status) => status.updatedNumberScheduled, "Nodes whose pod is of the present template."),
    nodes("Available", (status) => status.numberAvailable, "Nodes whose pod can be used."),
    column<DaemonSet>("Node selector", ({ spec }) => nodeSelector(spec), "Labels of the nodes that are meant."),
    column<DaemonSet>("Containers", ({ spec }) => containerColumns(spec.template).names, "Container names.", wide),
    column<DaemonSet>("Images", ({ spec }) => containerColumns(spec.template).images, "Container images.", wide),
    column<DaemonSet>("Selector", ({ spec }) => formatSelector(spec.selector), "Which pods belong to it.", wide),
  ],
  normalize: defaultDaemonSet,
  validateUpdate(daemonSet, old, report) {
    if (!jsonEqual(daemonSet.spec.selector, old.spec.selector)) report("FW0116", "must not change", "spec", "selector");
  },
  protobuf: { message: "k8s.io.api.apps.v1.DaemonSet", of: "object" },
});

function nodeSelector({ template }: DaemonSetSpec): string {
  return formatSelector({ matchLabels: template.spec?.nodeSelector ?? {} });
}
