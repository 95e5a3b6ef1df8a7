import { obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

/** Names any object, or a part of one. */
export const objectReference = obj(
  {
    kind: opt(1, str(), "Kind of the object."),
    namespace: opt(2, str(), "Namespace of the object."),
    name: opt(3, str(), "Name of the object."),
    uid: opt(4, str(), "Uid of the object."),
    apiVersion: opt(5, str(), "API group and version of the object."),
    resourceVersion: opt(6, str(), "Version of the object that is meant, if one certain version is."),
    fieldPath: opt(
      7,
      str(),
      "The part that is meant, as a path such as `spec.containers{name}`; else the whole object.",
    ),
  },
  { atomic: true },
);

/** The fields of `localObjectReference`, for objects that have them inline. */
export const localObjectReferenceFields = {
  name: opt(1, str(), "Name of the object."),
};

/** Names an object of a kind that is clear from the place, in the same namespace. */
export const localObjectReference = obj(localObjectReferenceFields, { atomic: true });

/** Names an object of any kind in the same namespace. */
export const typedLocalObjectReference = obj(
  {
    apiGroup: ptr(1, str(), "API group of the object; empty for the core group."),
    kind: req(2, str(), "Kind of the object."),
    name: req(3, str(), "Name of the object."),
  },
  { atomic: true },
);

/** Names an object of any kind, also in another namespace. */
export const typedObjectReference = obj({
  apiGroup: ptr(1, str(), "API group of the object; empty for the core group."),
  kind: req(2, str(), "Kind of the object."),
  name: req(3, str(), "Name of the object."),
  namespace: ptr(4, str(), "Namespace of the object; by default the one of the referrer."),
});

export interface ObjectReference extends Infer<typeof objectReference> {}
export interface LocalObjectReference extends Infer<typeof localObjectReference> {}

/** The paths of the fields of a reference at `place`, by which events are picked. */
export function referenceFields(place: string): readonly string[] {
  return Object.keys(objectReference.fields).map((field) => `${place}.${field}`);
}
