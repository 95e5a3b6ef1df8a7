import { bool, choice, int32, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import { filledText } from "./filled-text.ts";
import { localObjectReference } from "./object-reference.ts";

const fsTypeDoc = "File system of the disk, such as 'ext4' (the default).";
const partitionDoc = "Partition to mount; 0 or absent for the whole disk.";
const readOnlyDoc = "Whether it is mounted read-only; default false.";
const partition = int32({ min: 0, max: 255 });

/** A persistent disk of Google's cloud. */
export const gcePersistentDisk = obj({
  pdName: req(1, filledText, "Name of the disk."),
  fsType: opt(2, str(), fsTypeDoc),
  partition: opt(3, partition, partitionDoc),
  readOnly: opt(4, bool(), readOnlyDoc),
});

/** An EBS volume of Amazon's cloud. */
export const awsElasticBlockStore = obj({
  volumeID: req(1, filledText, "Id of the volume."),
  fsType: opt(2, str(), fsTypeDoc),
  partition: opt(3, partition, partitionDoc),
  readOnly: opt(4, bool(), readOnlyDoc),
});

/** A data disk of Microsoft's cloud. */
export const azureDisk = obj({
  diskName: req(1, filledText, "Name of the disk."),
  diskURI: req(2, filledText, "URI of the disk in the blob storage."),
  cachingMode: ptr(
    3,
    choice(["None", "ReadOnly", "ReadWrite"]),
    "Caching on the host: 'None', 'ReadOnly' or 'ReadWrite' (the default).",
    { default: "ReadWrite" },
  ),
  fsType: ptr(4, str(), fsTypeDoc, { default: "ext4" }),
  readOnly: ptr(5, bool(), readOnlyDoc, { default: false }),
  kind: ptr(6, choice(["Shared", "Dedicated", "Managed"]), "'Shared' (the default), 'Dedicated' or 'Managed'.", {
    default: "Shared",
  }),
});

/** A file share of Microsoft's cloud. */
export const azureFile = obj({
  secretName: req(1, filledText, "Name of the Secret with account name and key."),
  shareName: req(2, filledText, "Name of the share."),
  readOnly: opt(3, bool(), readOnlyDoc),
});

/** A Cinder volume of OpenStack. */
export const cinder = obj({
  volumeID: req(1, filledText, "Id of the volume."),
  fsType: opt(2, str(), fsTypeDoc),
  readOnly: opt(3, bool(), readOnlyDoc),
  secretRef: ptr(4, localObjectReference, "Secret with the parameters for OpenStack."),
});

/** A disk of vSphere. */
export const vsphereVolume = obj({
  volumePath: req(1, filledText, "Path of the disk's file."),
  fsType: opt(2, str(), fsTypeDoc),
  storagePolicyName: opt(3, str(), "Name of the storage policy."),
  storagePolicyID: opt(4, str(), "Id of the storage policy."),
});

/** A disk of VMware's Photon. */
export const photonPersistentDisk = obj({
  pdID: req(1, filledText, "Id of the disk."),
  fsType: opt(2, str(), fsTypeDoc),
});

/** A volume of Portworx. */
export const portworxVolume = obj({
  volumeID: req(1, filledText, "Id of the volume."),
  fsType: opt(2, str(), fsTypeDoc),
  readOnly: opt(3, bool(), readOnlyDoc),
});

/** A volume of ScaleIO. */
export const scaleIo = obj({
  gateway: req(1, filledText, "Address of the gateway."),
  system: req(2, filledText, "Name of the storage system."),
  secretRef: req(3, localObjectReference, "Secret with user and password."),
  sslEnabled: opt(4, bool(), "Whether the gateway is spoken to over TLS; default false."),
  protectionDomain: opt(5, str(), "Name of the protection domain."),
  storagePool: opt(6, str(), "Storage pool of the protection domain."),
  storageMode: opt(7, str(), "'ThickProvisioned' or 'ThinProvisioned' (the default).", { default: "ThinProvisioned" }),
  volumeName: opt(8, str(), "Name of the volume."),
  fsType: opt(9, str(), "File system of the volume; default 'xfs'.", { default: "xfs" }),
  readOnly: opt(10, bool(), readOnlyDoc),
});

/** A volume of StorageOS. */
export const storageOs = obj({
  volumeName: opt(1, str(), "Name of the volume in its namespace."),
  volumeNamespace: opt(2, str(), "StorageOS' namespace of the volume; by default the pod's."),
  fsType: opt(3, str(), fsTypeDoc),
  readOnly: opt(4, bool(), readOnlyDoc),
  secretRef: ptr(5, localObjectReference, "Secret with the parameters for the API."),
});

/** A volume of a driver outside Kubernetes, in the old exec-based way. */
export const flexVolume = obj({
  driver: req(1, filledText, "Name of the driver."),
  fsType: opt(2, str(), "File system to mount; the driver's own by default."),
  secretRef: ptr(3, localObjectReference, "Secret handed to the driver."),
  readOnly: opt(4, bool(), readOnlyDoc),
  options: opt(5, map(str()), "Options for the driver."),
});

/** A volume of a CSI driver, made for the pod. */
export const csiVolume = obj({
  driver: req(1, filledText, "Name of the CSI driver."),
  readOnly: ptr(2, bool(), readOnlyDoc),
  fsType: ptr(3, str(), "File system to mount; the driver's own by default."),
  volumeAttributes: opt(4, map(str()), "Properties for the driver."),
  nodePublishSecretRef: ptr(5, localObjectReference, "Secret handed to the driver at mounting."),
});
