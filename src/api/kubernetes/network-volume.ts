import { atLeastOne } from "../checks/across.ts";
import type { Report } from "../problem.ts";
import { bool, int32, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";
import { filledText } from "./filled-text.ts";
import { localObjectReference } from "./object-reference.ts";

const readOnlyDoc = "Whether it is mounted read-only; default false.";
const fsTypeDoc = "File system of the device, such as 'ext4' (the default).";
const lun = int32({ min: 0, max: 255 });

const isAbsolutePath: Check<string> = (path, report) => {
  if (path === "") report("FW0103", "must not be empty");
  else if (!path.startsWith("/")) report("FW0607", `must be an absolute path, not '${path}'`);
};

/** A directory of an NFS server. */
export const nfs = obj({
  server: req(1, filledText, "Host name or address of the server."),
  path: req(2, str({ checks: [isAbsolutePath] }), "Path that the server exports."),
  readOnly: opt(3, bool(), readOnlyDoc),
});

interface Chap {
  readonly chapAuthDiscovery?: boolean | undefined;
  readonly chapAuthSession?: boolean | undefined;
  readonly secretRef?: unknown;
}

function chapHasSecret(source: Chap, report: Report): void {
  if ((source.chapAuthDiscovery || source.chapAuthSession) && source.secretRef === undefined) {
    report("FW0112", "must be set when CHAP is on", "secretRef");
  }
}

/** A disk reached over iSCSI. */
export const iscsi = obj(
  {
    targetPortal: req(1, filledText, "Address of the target, with a port if it is not 3260."),
    iqn: req(2, filledText, "Qualified name of the target."),
    lun: req(3, lun, "Number of the disk at the target."),
    iscsiInterface: opt(4, str(), "Transport of the initiator; default 'default' (TCP).", { default: "default" }),
    fsType: opt(5, str(), fsTypeDoc),
    readOnly: opt(6, bool(), readOnlyDoc),
    portals: opt(7, list(str()), "Further addresses of the target."),
    chapAuthDiscovery: opt(8, bool(), "Whether discovery is authenticated by CHAP."),
    chapAuthSession: opt(11, bool(), "Whether sessions are authenticated by CHAP."),
    secretRef: ptr(10, localObjectReference, "Secret for CHAP."),
    initiatorName: ptr(12, str(), "Name of the initiator, in place of the node's."),
  },
  { checks: [chapHasSecret] },
);

/** A volume of Gluster. */
export const glusterfs = obj({
  endpoints: req(1, filledText, "Endpoints object that lists the servers."),
  path: req(2, filledText, "Name of the volume."),
  readOnly: opt(3, bool(), readOnlyDoc),
});

const monitors = list(str(), { minItems: 1 });

/** A block device of Ceph. */
export const rbd = obj({
  monitors: req(1, monitors, "Addresses of the monitors."),
  image: req(2, filledText, "Name of the image."),
  fsType: opt(3, str(), fsTypeDoc),
  pool: opt(4, str(), "Pool of the image; default 'rbd'.", { default: "rbd" }),
  user: opt(5, str(), "User of Ceph; default 'admin'.", { default: "admin" }),
  keyring: opt(6, str(), "File with the user's key.", { default: "/etc/ceph/keyring" }),
  secretRef: ptr(7, localObjectReference, "Secret with the user's key, in place of `keyring`."),
  readOnly: opt(8, bool(), readOnlyDoc),
});

/** A directory of Ceph's file system. */
export const cephfs = obj({
  monitors: req(1, monitors, "Addresses of the monitors."),
  path: opt(2, str(), "Directory to mount; default '/'."),
  user: opt(3, str(), "User of Ceph; default 'admin'."),
  secretFile: opt(4, str(), "File with the user's key; default '/etc/ceph/user.secret'."),
  secretRef: ptr(5, localObjectReference, "Secret with the user's key, in place of `secretFile`."),
  readOnly: opt(6, bool(), readOnlyDoc),
});

/** A dataset of Flocker. */
export const flocker = obj(
  {
    datasetName: opt(1, str(), "Name of the dataset."),
    datasetUUID: opt(2, str(), "Id of the dataset."),
  },
  { checks: [atLeastOne("datasetName", "datasetUUID")] },
);

/** A disk reached over Fibre Channel. */
export const fc = obj({
  targetWWNs: opt(1, list(str()), "World-wide names of the target, together with `lun`."),
  lun: ptr(2, lun, "Number of the disk at the target."),
  fsType: opt(3, str(), fsTypeDoc),
  readOnly: opt(4, bool(), readOnlyDoc),
  wwids: opt(5, list(str()), "World-wide ids of the disk, in place of names and number."),
});

/** A volume of Quobyte. */
export const quobyte = obj({
  registry: req(1, filledText, "Addresses of the registry, as host:port with commas between."),
  volume: req(2, filledText, "Name of the volume."),
  readOnly: opt(3, bool(), readOnlyDoc),
  user: opt(4, str(), "User for the access; by default the service account."),
  group: opt(5, str(), "Group for the access; none by default."),
  tenant: opt(6, str(), "Tenant that owns the volume."),
});
