import { isDnsLabel } from "../checks/names.ts";
import type { Report } from "../problem.ts";
import { bool, choice, inline, obj, opt, ptr, req, str } from "../schema/build.ts";
import { quantity } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import * as cloud from "./cloud-volume.ts";
import { filledText } from "./filled-text.ts";
import { isInnerPath, isSteadyPath } from "./inner-path.ts";
import * as network from "./network-volume.ts";
import { type PersistentVolumeClaimSpec, persistentVolumeClaimTemplate } from "./persistent-volume-claim.ts";
import {
  configMapVolumeSource,
  downwardApiVolumeSource,
  projectedVolumeSource,
  secretVolumeSource,
} from "./projected-volume.ts";

const hostPath = obj({
  path: req(1, str({ checks: [isSteadyPath] }), "Path on the node."),
  type: ptr(
    2,
    choice(["", "DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice"]),
    "What must be there, such as 'Directory' or 'FileOrCreate'; empty, the default, checks nothing.",
    { default: "" },
  ),
});

const emptyDir = obj({
  medium: opt(1, str(), "Where it is kept: empty, the default, for the node's disk, or 'Memory'."),
  sizeLimit: ptr(2, quantity(), "The most it may hold; no limit by default."),
});

const gitRepo = obj({
  repository: req(1, filledText, "URL of the repository."),
  revision: opt(2, str(), "Commit to check out."),
  directory: opt(3, str({ checks: [isInnerPath] }), "Directory in the volume for the clone."),
});

const persistentVolumeClaimSource = obj({
  claimName: req(1, filledText, "Name of the claim in the pod's namespace."),
  readOnly: opt(2, bool(), "Whether every mount of it is read-only; default false."),
});

interface Ephemeral {
  readonly volumeClaimTemplate?: { readonly spec: PersistentVolumeClaimSpec } | undefined;
}

function claimIsComplete({ volumeClaimTemplate }: Ephemeral, report: Report): void {
  if (volumeClaimTemplate === undefined) return report("FW0103", "must be set", "volumeClaimTemplate");
  const { accessModes = [], resources } = volumeClaimTemplate.spec;
  const at = ["volumeClaimTemplate", "spec"] as const;
  if (accessModes.length === 0) report("FW0103", "must have at least one mode", ...at, "accessModes");
  if (resources?.requests?.storage === undefined) {
    report("FW0103", "must be set", ...at, "resources", "requests", "storage");
  }
}

const ephemeral = obj(
  {
    volumeClaimTemplate: ptr(1, persistentVolumeClaimTemplate, "The claim that is made with the pod."),
    readOnly: opt(0, bool(), "No longer in Kubernetes; kept for templates written for old clusters."),
  },
  { checks: [claimIsComplete] },
);

const image = obj({
  reference: opt(1, str(), "Image or artifact to mount."),
  pullPolicy: opt(
    2,
    choice(["Always", "Never", "IfNotPresent"], { emptyIsAbsent: true }),
    "When it is pulled; default 'Always' for the tag 'latest' or none, else 'IfNotPresent'.",
  ),
});

const source = { oneof: "source" };
const gone = { oneof: "source", deprecated: "Kubernetes no longer mounts such volumes; use a CSI driver" };
const old = { oneof: "source", deprecated: "use a CSI driver" };

/** What a volume is made of: at most one; an empty directory if none is set. */
const volumeSources = {
  hostPath: ptr(1, hostPath, "A file or directory of the node.", source),
  emptyDir: ptr(2, emptyDir, "A directory that lives as long as the pod.", source),
  gcePersistentDisk: ptr(3, cloud.gcePersistentDisk, "A persistent disk of Google's cloud.", source),
  awsElasticBlockStore: ptr(4, cloud.awsElasticBlockStore, "An EBS volume of Amazon's cloud.", source),
  gitRepo: ptr(5, gitRepo, "A clone of a git repository.", {
    oneof: "source",
    deprecated: "clone into an 'emptyDir' by an init container",
  }),
  secret: ptr(6, secretVolumeSource, "Keys of a Secret as files.", source),
  nfs: ptr(7, network.nfs, "A directory of an NFS server.", source),
  iscsi: ptr(8, network.iscsi, "A disk reached over iSCSI.", source),
  glusterfs: ptr(9, network.glusterfs, "A volume of Gluster.", gone),
  persistentVolumeClaim: ptr(10, persistentVolumeClaimSource, "The volume of a claim.", source),
  rbd: ptr(11, network.rbd, "A block device of Ceph.", gone),
  flexVolume: ptr(12, cloud.flexVolume, "A volume of an exec-based driver.", old),
  cinder: ptr(13, cloud.cinder, "A Cinder volume of OpenStack.", source),
  cephfs: ptr(14, network.cephfs, "A directory of Ceph's file system.", gone),
  flocker: ptr(15, network.flocker, "A dataset of Flocker.", gone),
  downwardAPI: ptr(16, downwardApiVolumeSource, "Fields of the pod as files.", source),
  fc: ptr(17, network.fc, "A disk reached over Fibre Channel.", source),
  azureFile: ptr(18, cloud.azureFile, "A file share of Microsoft's cloud.", source),
  configMap: ptr(19, configMapVolumeSource, "Keys of a ConfigMap as files.", source),
  vsphereVolume: ptr(20, cloud.vsphereVolume, "A disk of vSphere.", source),
  quobyte: ptr(21, network.quobyte, "A volume of Quobyte.", gone),
  azureDisk: ptr(22, cloud.azureDisk, "A data disk of Microsoft's cloud.", source),
  photonPersistentDisk: ptr(23, cloud.photonPersistentDisk, "A disk of VMware's Photon.", gone),
  projected: ptr(26, projectedVolumeSource, "Several sources in one volume.", source),
  portworxVolume: ptr(24, cloud.portworxVolume, "A volume of Portworx.", old),
  scaleIO: ptr(25, cloud.scaleIo, "A volume of ScaleIO.", gone),
  storageos: ptr(27, cloud.storageOs, "A volume of StorageOS.", gone),
  csi: ptr(28, cloud.csiVolume, "A volume that a CSI driver makes for the pod.", source),
  ephemeral: ptr(29, ephemeral, "A claimed volume that is made and goes with the pod.", source),
  image: ptr(30, image, "The files of an image, read-only.", source),
};

/** Names of the fields that say what a volume is made of. */
export const volumeSourceNames: readonly string[] = Object.keys(volumeSources);

/** A named volume of a pod. */
export const volume = obj({
  name: req(1, str({ checks: [isDnsLabel] }), "Name by which containers mount the volume; unique in the pod."),
  ...inline(2, volumeSources),
});

export interface Volume extends Infer<typeof volume> {}
