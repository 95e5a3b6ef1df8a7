import { areAnnotations, areLabels } from "../checks/names.ts";
import { any, bool, int64, list, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";

/** A reference to an object that owns this one. */
const ownerReference = obj(
  {
    apiVersion: req(5, str(), "API group and version of the owner."),
    kind: req(1, str(), "Kind of the owner."),
    name: req(3, str(), "Name of the owner."),
    uid: req(4, str(), "Uid of the owner: a namesake made later is not the owner."),
    controller: ptr(6, bool(), "Whether this owner is the one that controls the object; at most one owner is."),
    blockOwnerDeletion: ptr(7, bool(), "Whether a foreground deletion of the owner waits until this object is gone."),
  },
  { atomic: true },
);

/** Which fields of an object one writer owns. */
const managedFieldsEntry = obj({
  manager: opt(1, str(), "Name of the writer."),
  operation: opt(2, str(), "How it wrote: 'Apply' or 'Update'."),
  apiVersion: opt(3, str(), "Version of the kind in which the field set is written."),
  time: ptr(4, kubeTime(), "When the field set last changed."),
  fieldsType: opt(6, str(), "Format of the field set; 'FieldsV1' is the only one."),
  fieldsV1: ptr(7, any({ wire: "raw", object: true }), "The fields, as a tree of their paths."),
  subresource: opt(8, str(), "Subresource through which it wrote; empty for the object itself."),
});

/** What every object has besides its own fields: names, labels, owners and what the server records. */
export const objectMeta = obj({
  name: opt(1, str(), "Unique among the objects of the kind in a namespace; cannot change."),
  generateName: opt(2, str(), "Prefix from which the server makes a unique name when `name` is empty."),
  namespace: opt(3, str(), "Namespace the object lives in; empty for cluster-wide kinds; cannot change."),
  selfLink: opt(4, str(), "Formerly the object's URL; no longer set."),
  uid: opt(5, str(), "Unique over space and time; set by the server."),
  resourceVersion: opt(6, str(), "Changes with every write; send it back to update only what you have read."),
  generation: opt(7, int64(), "Counts the changes of what is asked for; set by the server."),
  creationTimestamp: opt(8, kubeTime(), "When the object was created; set by the server."),
  deletionTimestamp: ptr(9, kubeTime(), "When the object goes, once its deletion was asked for; set by the server."),
  deletionGracePeriodSeconds: ptr(10, int64(), "Seconds the object gets to end in order; set by the server."),
  labels: opt(11, map(str(), { checks: [areLabels] }), "Short values by which selectors find the object."),
  annotations: opt(12, map(str(), { checks: [areAnnotations] }), "Free values for tools; selectors do not see them."),
  ownerReferences: opt(13, list(ownerReference, { keys: ["uid"] }), "Owners: when all are gone, the object goes too."),
  finalizers: opt(
    14,
    list(str(), { listType: "set" }),
    "Names of parties that must finish their clean-up before the object goes.",
  ),
  managedFields: opt(17, list(managedFieldsEntry), "Which writer owns which fields; kept by the server."),
});
