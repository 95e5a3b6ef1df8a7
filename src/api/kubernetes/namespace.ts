import { isObject } from "../../base/json.ts";
import { validDnsLabel } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { choice, list, obj, opt, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";

const namespaceSpec = obj({
  finalizers: opt(1, list(str()), "Parties that must clean the namespace up before it goes."),
});

const namespaceCondition = obj({
  type: req(1, str(), "Which aspect."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastTransitionTime: opt(4, kubeTime(), "When `status` last changed."),
  reason: opt(5, str(), "One word for machines."),
  message: opt(6, str(), "A sentence for people."),
});

const namespaceStatus = obj({
  phase: opt(
    1,
    choice(["Active", "Terminating"], { emptyIsAbsent: true }),
    "'Active', or 'Terminating' while the namespace is being emptied.",
    { default: "Active" },
  ),
  conditions: opt(2, list(namespaceCondition, { keys: ["type"] }), "Conditions of the namespace."),
});

/** A set of names: objects in different namespaces may have the same name. */
export interface Namespace extends Resource {
  readonly spec?: Infer<typeof namespaceSpec> | undefined;
  readonly status?: Infer<typeof namespaceStatus> | undefined;
}

/** Namespaces that every cluster has. */
export const systemNamespaces: readonly string[] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/** Label with the namespace's own name, so that selectors can pick a namespace by it. */
const nameLabel = "kubernetes.io/metadata.name";

export const namespaceKind = defineKind<Namespace>({
  group: "",
  kind: "Namespace",
  shortNames: ["ns"],
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "A set of names and a scope for permissions: most objects live in one.",
  selectableFields: ["status.phase"],
  schema: obj({
    spec: opt(2, namespaceSpec, "What is asked for."),
    status: opt(3, namespaceStatus, "State of the namespace.", { default: {} }),
  }),
  generation: false,
  columns: [column<Namespace>("Status", (namespace) => namespace.status?.phase, "Phase of the namespace.")],
  nameFault: (name) => (validDnsLabel(name) ? undefined : "must be up to 63 lower-case letters, digits and hyphens"),
  normalize: labelWithName,
  initialStatus: { phase: "Active" },
  carryOver: keepFinalizers,
  heldBack: (namespace) => ((namespace as Namespace).spec?.finalizers?.length ?? 0) > 0,
  protobuf: { message: "k8s.io.api.core.v1.Namespace", of: "object" },
});

function labelWithName(resource: Resource): Resource {
  const { metadata } = resource;
  if (!isObject(metadata) || typeof metadata.name !== "string") return resource;
  const { name, labels } = metadata;
  if (labels !== undefined && (!isObject(labels) || labels[nameLabel] === name)) return resource;
  return { ...resource, metadata: { ...metadata, labels: { ...labels, [nameLabel]: name } } };
}

/** Only who finalizes a namespace changes the parties that must clean it up. */
function keepFinalizers(resource: Resource, old: Resource): Resource {
  const { finalizers } = (old as Namespace).spec ?? {};
  const { finalizers: _, ...spec } = isObject(resource.spec) ? resource.spec : {};
  return { ...resource, spec: { ...spec, ...(finalizers && { finalizers }) } };
}
