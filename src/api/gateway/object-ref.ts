import { obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { groupName, kindName, namespaceName, objectName } from "./names.ts";

const local = {
  group: req(0, groupName, "API group of the object; empty for Kubernetes' core group."),
  kind: req(0, kindName, "Kind of the object."),
  name: req(0, objectName, "Name of the object."),
} as const;

/** A reference to an object in the same namespace. */
export const localObjectRef = obj(local);

/** A reference to an object in any namespace. */
export const objectRef = obj({
  ...local,
  namespace: opt(0, namespaceName, "Namespace of the object; absent: that of the referring one."),
});

/** A reference to a Secret, or to another kind that holds a certificate. */
export const secretObjectRef = obj({
  group: opt(0, groupName, "API group of the object; empty, the default, is Kubernetes' core group.", { default: "" }),
  kind: opt(0, kindName, "Kind of the object; default 'Secret'.", { default: "Secret" }),
  name: req(0, objectName, "Name of the object."),
  namespace: opt(
    0,
    namespaceName,
    "Namespace of the object; another one than the referring object's needs a ReferenceGrant there.",
  ),
});

export interface LocalObjectRef extends Infer<typeof localObjectRef> {}
export interface ObjectRef extends Infer<typeof objectRef> {}
export interface SecretObjectRef extends Infer<typeof secretObjectRef> {}
