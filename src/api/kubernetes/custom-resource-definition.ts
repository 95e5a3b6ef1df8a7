import { isObject } from "../../base/json.ts";
import { isDnsSubdomain } from "../checks/names.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { bool, choice, int64, list, obj, opt, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer, InferFields } from "../schema/schema.ts";
import { crdConversion } from "./crd-conversion.ts";
import { crdNames } from "./crd-names.ts";
import { crdVersion } from "./crd-version.ts";

const crdSpecFields = {
  group: req(1, str({ checks: [isDnsSubdomain] }), "API group of the kind, such as 'example.com'."),
  names: req(3, crdNames, "Names of the kind."),
  scope: req(4, choice(["Cluster", "Namespaced"]), "Whether objects are cluster-wide or live in namespaces."),
  versions: req(7, list(crdVersion, { minItems: 1 }), "Versions of the kind."),
  conversion: opt(9, crdConversion, "How objects get from one version to another.", { default: { strategy: "None" } }),
  preserveUnknownFields: opt(10, bool(), "Must be false; use `x-kubernetes-preserve-unknown-fields` in the schema."),
};

/** What a user asks of a custom kind. */
export interface CrdSpec extends InferFields<typeof crdSpecFields> {}

/** Empty until the API server has looked at the definition, so nothing is required. */
const acceptedNames = obj({
  plural: opt(1, str(), "Plural, as in URLs."),
  singular: opt(2, str(), "Singular."),
  shortNames: opt(3, list(str()), "Short names for the command line."),
  kind: opt(4, str(), "Kind of the objects."),
  listKind: opt(5, str(), "Kind of lists."),
  categories: opt(6, list(str()), "Groups of kinds to which this one belongs."),
});

const crdStatus = obj({
  conditions: opt(
    1,
    list(
      obj({
        type: req(1, str(), "Which aspect, such as 'Established' or 'NamesAccepted'."),
        status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
        lastTransitionTime: opt(3, kubeTime(), "When `status` last changed."),
        reason: opt(4, str(), "One word for machines."),
        message: opt(5, str(), "A sentence for people."),
        observedGeneration: opt(6, int64(), "The `metadata.generation` this was judged by."),
      }),
      { keys: ["type"] },
    ),
    "Conditions of the kind.",
  ),
  acceptedNames: opt(2, acceptedNames, "Names that the API uses; they may lag behind `spec.names`."),
  storedVersions: opt(3, list(str()), "Versions in which objects may still be stored."),
  observedGeneration: opt(4, int64(), "The `metadata.generation` this status was made from."),
});

/** A kind that users define. */
export interface CustomResourceDefinition extends Resource {
  readonly spec: CrdSpec;
  readonly status?: Infer<typeof crdStatus> | undefined;
}

export const customResourceDefinitionKind = defineKind<CustomResourceDefinition>({
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "A kind that users define: its names, versions and schemas.",
  schema: obj({
    spec: req(2, obj(crdSpecFields, { checks: [checkVersions] }), "What is asked for."),
    status: opt(3, crdStatus, "What was done; written by the API server."),
  }),
  normalize: completeNames,
  validate: checkDefinition,
  validateUpdate: checkStable,
  // Without protobuf: in JSON `items` and `additionalProperties` are unions, which protobuf wraps in further messages.
});

function completeNames(resource: Resource): Resource {
  const { spec } = resource;
  if (!isObject(spec) || !isObject(spec.names) || typeof spec.names.kind !== "string") return resource;
  const { kind } = spec.names;
  return {
    ...resource,
    spec: { ...spec, names: { singular: kind.toLowerCase(), listKind: `${kind}List`, ...spec.names } },
  };
}

function checkVersions({ versions }: CrdSpec, report: Report): void {
  const seen = new Set<string>();
  versions.forEach(({ name }, i) => {
    if (seen.has(name)) report("FW0108", `must be unique in the list: '${name}' stands twice`, "versions", i, "name");
    seen.add(name);
  });
  const stored = versions.filter((version) => version.storage).length;
  if (stored !== 1) report("FW0681", `must have exactly one version with \`storage\`, not ${stored}`, "versions");
}

/** Groups of Kubernetes' own community, in which definitions need its approval. */
const communityGroup = /(^|\.)(k8s|kubernetes)\.io$/;
const approval = "api-approved.kubernetes.io";

function checkDefinition({ metadata, spec }: CustomResourceDefinition, report: Report): void {
  const name = `${spec.names.plural}.${spec.group}`;
  if (metadata.name !== undefined && metadata.name !== name) {
    report("FW0680", `must be '${name}', of plural and group, not '${metadata.name}'`, "metadata", "name");
  }
  if (spec.names.listKind === spec.names.kind) {
    report("FW0680", "must not be the same as `kind`", "spec", "names", "listKind");
  }
  if (spec.preserveUnknownFields) report("FW0104", "must be false", "spec", "preserveUnknownFields");
  if (communityGroup.test(spec.group) && !metadata.annotations?.[approval]) {
    report("FW0682", `should be set for definitions in the group '${spec.group}'`, "metadata", "annotations", approval);
  }
}

/** Once the kind is served, clients rely on its scope and kind; and no version may go in which objects are stored. */
function checkStable({ spec }: CustomResourceDefinition, old: CustomResourceDefinition, report: Report): void {
  const established = old.status?.conditions?.some((c) => c.type === "Established" && c.status === "True");
  if (established && spec.scope !== old.spec.scope) {
    report("FW0116", `must stay '${old.spec.scope}'`, "spec", "scope");
  }
  if (established && spec.names.kind !== old.spec.names.kind) {
    report("FW0116", `must stay '${old.spec.names.kind}'`, "spec", "names", "kind");
  }
  for (const version of old.status?.storedVersions ?? []) {
    if (!spec.versions.some((v) => v.name === version)) {
      report("FW0681", `must keep '${version}', in which objects may be stored`, "spec", "versions");
    }
  }
}
