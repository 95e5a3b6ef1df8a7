import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { any, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

const changedObject = obj({
  apiVersion: req(1, str(), "Group and version of the object."),
  kind: req(2, str(), "Kind of the object."),
  namespace: opt(3, str(), "Namespace of the object; absent if it has none."),
  name: req(4, str(), "Name of the object."),
});

/** One change that the store remembers. Its name is its number, which is the object's resourceVersion from then on. */
export interface RevisionObject extends Resource {
  readonly change: string;
  readonly object: Infer<typeof changedObject>;
  /** The object after the change, in the history of a single object only. */
  readonly state?: Resource;
}

/** The past of the store in the form of objects; they are listed, and gone back to, and never written. */
export const revisionKind = defineKind<RevisionObject>({
  group: "fairway.dev",
  kind: "Revision",
  namespaced: false,
  versions: [{ name: "v1" }],
  verbs: ["list"],
  shortNames: ["rev"],
  doc: "One change that the store remembers, under its number.",
  schema: obj({
    change: req(2, str(), "What was done: 'created', 'updated' or 'deleted'."),
    object: req(3, changedObject, "What it was done to."),
    state: opt(4, any({ object: true }), "The object after the change; in the history of a single object only."),
  }),
  statusSubresource: false,
  generation: false,
  columns: [
    column("Change", ".change", "What was done."),
    column("Kind", ".object.kind", "Kind of the object."),
    column("Namespace", ".object.namespace", "Namespace of the object."),
    column("Object", ".object.name", "Name of the object."),
  ],
});
