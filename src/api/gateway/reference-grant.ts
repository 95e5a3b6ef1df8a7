import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { groupName, kindName, namespaceName, objectName } from "./names.ts";

/** Who may refer. */
export const referenceGrantFrom = obj({
  group: req(0, groupName, "API group of the referring objects; empty for Kubernetes' core group."),
  kind: req(0, kindName, "Kind of the referring objects, such as 'HTTPRoute'."),
  namespace: req(0, namespaceName, "Namespace of the referring objects."),
});

/** What may be referred to. */
export const referenceGrantTo = obj({
  group: req(0, groupName, "API group of the objects; empty for Kubernetes' core group."),
  kind: req(0, kindName, "Kind of the objects, such as 'Service'."),
  name: opt(0, objectName, "Name of the one object; absent: all of the kind."),
});

/** What a ReferenceGrant allows: each of `from` may refer to each of `to`. */
export const referenceGrantSpec = obj({
  from: req(0, list(referenceGrantFrom, { minItems: 1, maxItems: 16 }), "Who may refer to objects of this namespace."),
  to: req(0, list(referenceGrantTo, { minItems: 1, maxItems: 16 }), "Which objects of this namespace."),
});

export interface ReferenceGrantSpec extends Infer<typeof referenceGrantSpec> {}

/** An object of the kind ReferenceGrant. */
export interface ReferenceGrant extends Resource {
  readonly spec: ReferenceGrantSpec;
}

export const referenceGrantKind = defineKind<ReferenceGrant>({
  group: "gateway.networking.k8s.io",
  kind: "ReferenceGrant",
  shortNames: ["refgrant"],
  categories: ["gateway-api"],
  versions: [{ name: "v1" }, { name: "v1beta1" }],
  statusSubresource: false,
  doc: "Lets objects of other namespaces refer to objects of this one.",
  schema: obj({ spec: req(0, referenceGrantSpec, "Who may refer to what.") }),
});
