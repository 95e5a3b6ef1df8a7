import { labelSelector } from "../meta/label-selector.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { choice, list, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { typedLocalObjectReference, typedObjectReference } from "./object-reference.ts";
import { resourceList, volumeResourceRequirements } from "./resources.ts";

const accessModes = list(choice(["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"]));

/** What a user asks of a volume. */
const persistentVolumeClaimSpec = obj({
  accessModes: opt(
    1,
    accessModes,
    "How the volume is used: 'ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany' or 'ReadWriteOncePod'.",
  ),
  selector: ptr(4, labelSelector, "Labels of the volumes to choose from."),
  resources: opt(2, volumeResourceRequirements, "The size that is needed.", { default: {} }),
  volumeName: opt(3, str(), "Name of the volume that serves the claim, once it is bound."),
  storageClassName: ptr(
    5,
    str(),
    "StorageClass that makes the volume; the cluster's default if absent, none if empty.",
  ),
  volumeMode: ptr(6, choice(["Filesystem", "Block"]), "'Filesystem' (the default) or 'Block' for a raw device.", {
    default: "Filesystem",
  }),
  dataSource: ptr(7, typedLocalObjectReference, "Snapshot or claim whose contents the volume starts with."),
  dataSourceRef: ptr(8, typedObjectReference, "As `dataSource`, for objects of any kind and namespace."),
  volumeAttributesClassName: ptr(9, str(), "VolumeAttributesClass that sets the volume's properties."),
});

const persistentVolumeClaimCondition = obj({
  type: req(1, str(), "Which aspect of the claim."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastProbeTime: opt(3, kubeTime(), "When it was last looked at."),
  lastTransitionTime: opt(4, kubeTime(), "When `status` last changed."),
  reason: opt(5, str(), "One word for machines on why."),
  message: opt(6, str(), "A sentence for people."),
});

const modifyVolumeStatus = obj({
  targetVolumeAttributesClassName: opt(1, str(), "The VolumeAttributesClass that is being put in force."),
  status: req(2, str(), "How far that is: 'Pending', 'InProgress' or 'Infeasible'."),
});

const persistentVolumeClaimStatus = obj({
  phase: opt(1, str(), "'Pending', 'Bound' or 'Lost'.", { default: "Pending" }),
  accessModes: opt(2, list(str()), "How the volume can be used."),
  capacity: opt(3, resourceList, "What the volume has."),
  conditions: opt(4, list(persistentVolumeClaimCondition, { keys: ["type"] }), "Conditions of the claim."),
  allocatedResources: opt(5, resourceList, "What is set aside for the claim while it is resized."),
  allocatedResourceStatuses: opt(7, map(str()), "How far the resizing of each resource is."),
  currentVolumeAttributesClassName: ptr(8, str(), "The VolumeAttributesClass in force."),
  modifyVolumeStatus: ptr(9, modifyVolumeStatus, "A change of the VolumeAttributesClass that is under way."),
});

/** A claim as a StatefulSet's template has it. */
export const persistentVolumeClaim = obj({
  apiVersion: opt(0, str(), "Always 'v1'.", { default: "v1" }),
  kind: opt(0, str(), "Always 'PersistentVolumeClaim'.", { default: "PersistentVolumeClaim" }),
  metadata: opt(1, objectMeta, "Name, labels and the like of the claim."),
  spec: opt(2, persistentVolumeClaimSpec, "What is asked of the volume."),
  status: opt(3, persistentVolumeClaimStatus, "State of the claim; has no meaning in a template.", { default: {} }),
});

/** A claim without a name, which takes that of the pod and volume. */
export const persistentVolumeClaimTemplate = obj({
  metadata: opt(1, objectMeta, "Labels and annotations of the claim."),
  spec: req(2, persistentVolumeClaimSpec, "What is asked of the volume."),
});

export interface PersistentVolumeClaimSpec extends Infer<typeof persistentVolumeClaimSpec> {}
export interface PersistentVolumeClaim extends Infer<typeof persistentVolumeClaim> {}
