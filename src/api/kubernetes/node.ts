import { isIPv4 } from "node:net";
import { isObject } from "../../base/json.ts";
import { isCidr, validCidr } from "../checks/address.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { isLabelKey, isLabelValue } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { bool, choice, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { InferFields } from "../schema/schema.ts";
import { joinOr } from "./cells.ts";
import { nodeConfigSource } from "./node-config-source.ts";
import { type NodeStatus, nodeStatus } from "./node-status.ts";

const taint = obj({
  key: req(1, str({ checks: [isLabelKey] }), "Key of the taint."),
  value: opt(2, str({ checks: [isLabelValue] }), "Value of the taint."),
  effect: req(
    3,
    choice(["NoSchedule", "PreferNoSchedule", "NoExecute"]),
    "What befalls pods that do not tolerate it: not placed, placed at need, or also driven away.",
  ),
  timeAdded: ptr(4, kubeTime(), "When the taint was set."),
});

const nodeSpecFields = {
  podCIDR: opt(1, str({ emptyIsAbsent: true, checks: [isCidr] }), "Address range of the node's pods."),
  podCIDRs: opt(
    7,
    list(str({ checks: [isCidr] }), { listType: "set", maxItems: 2 }),
    "Address ranges of the node's pods, one per IP family; the first is `podCIDR`.",
  ),
  providerID: opt(3, str(), "Id of the machine at the cloud provider; cannot change once set."),
  unschedulable: opt(4, bool(), "Whether the node takes no new pods; default false."),
  taints: opt(5, list(taint, { listType: "atomic" }), "Marks that keep away pods that do not tolerate them."),
  configSource: ptr(6, nodeConfigSource, "Not used any more."),
  externalID: opt(2, str(), "Not used any more."),
};

/** What is asked of a node. */
export interface NodeSpec extends InferFields<typeof nodeSpecFields> {}

/** A machine that runs pods. */
export interface Node extends Resource {
  readonly spec?: NodeSpec | undefined;
  readonly status?: NodeStatus | undefined;
}

export const nodeKind = defineKind<Node>({
  group: "",
  kind: "Node",
  shortNames: ["no"],
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "A machine that runs pods.",
  selectableFields: ["spec.unschedulable"],
  schema: obj({
    spec: opt(2, obj(nodeSpecFields, { checks: [checkPodRanges, checkTaints] }), "What is asked for."),
    status: opt(3, nodeStatus, "What the node tells of itself."),
  }),
  generation: false,
  columns: [
    column<Node>("Status", formatStatus, "Whether the node is ready and takes pods."),
    column<Node>("Roles", formatRoles, "Roles of the node, by its labels."),
    column("Version", ".status.nodeInfo.kubeletVersion", "Version of the kubelet."),
    column<Node>("Internal-IP", addressOf("InternalIP"), "Address inside the cluster.", { priority: 1 }),
    column<Node>("External-IP", addressOf("ExternalIP"), "Address outside the cluster.", { priority: 1 }),
    column("OS-Image", ".status.nodeInfo.osImage", "Release of the operating system.", { priority: 1 }),
    column("Kernel-Version", ".status.nodeInfo.kernelVersion", "Version of the kernel.", { priority: 1 }),
    column("Container-Runtime", ".status.nodeInfo.containerRuntimeVersion", "Container runtime.", { priority: 1 }),
  ],
  normalize: alignPodRanges,
  validateUpdate(node, old, report) {
    const before = old.spec?.providerID;
    if (before && node.spec?.providerID !== before) report("FW0116", `must stay '${before}'`, "spec", "providerID");
  },
  protobuf: { message: "k8s.io.api.core.v1.Node", of: "object" },
});

/** The singular and the plural field hold the same; older clients write the one, newer the other. A bad value stays alone. */
function alignPodRanges(resource: Resource): Resource {
  const { spec } = resource;
  if (!isObject(spec)) return resource;
  const { podCIDR, podCIDRs } = spec as NodeSpec;
  const first = podCIDRs?.[0];
  if (isRange(podCIDR) && first === undefined) return { ...resource, spec: { ...spec, podCIDRs: [podCIDR] } };
  if (podCIDR === undefined && isRange(first)) return { ...resource, spec: { ...spec, podCIDR: first } };
  return resource;
}

function isRange(value: unknown): boolean {
  return typeof value === "string" && validCidr(value);
}

function checkPodRanges({ podCIDR, podCIDRs = [] }: NodeSpec, report: Report): void {
  const [first, second] = podCIDRs;
  if (podCIDR && first !== undefined && first !== podCIDR) {
    report("FW0644", `must be the same as \`podCIDR\` ('${podCIDR}'), not '${first}'`, "podCIDRs", 0);
  }
  const isV4 = (range: string) => isIPv4(range.slice(0, range.indexOf("/")));
  if (first !== undefined && second !== undefined && isV4(first) === isV4(second)) {
    report("FW0644", "must be of another IP family than the first", "podCIDRs", 1);
  }
}

function checkTaints({ taints = [] }: NodeSpec, report: Report): void {
  const seen = new Set<string>();
  taints.forEach(({ key, effect }, i) => {
    const identity = `${key}:${effect}`;
    if (seen.has(identity)) report("FW0108", `must be unique on the node: '${identity}' stands twice`, "taints", i);
    seen.add(identity);
  });
}

function formatStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.find((c) => c.type === "Ready");
  const state = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return spec?.unschedulable ? `${state},SchedulingDisabled` : state;
}

function formatRoles({ metadata }: Node): string {
  const prefix = "node-role.kubernetes.io/";
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(prefix) && key.length > prefix.length) return [key.slice(prefix.length)];
    return key === "kubernetes.io/role" && value !== "" ? [value] : [];
  });
  return joinOr([...new Set(roles)].sort(), "<none>");
}

function addressOf(type: string): (node: Node) => string {
  return (node) => node.status?.addresses?.find((a) => a.type === type)?.address ?? "<none>";
}
