import { uniqueBy } from "../checks/across.ts";
import type { Report } from "../problem.ts";
import { bool, choice, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { isInnerPath } from "./inner-path.ts";

/** A user or group id of Linux. */
const linuxId = int64({ min: 0, max: 2 ** 31 - 1 });

const seLinuxOptions = obj({
  user: opt(1, str(), "User part of the label."),
  role: opt(2, str(), "Role part of the label."),
  type: opt(3, str(), "Type part of the label."),
  level: opt(4, str(), "Level part of the label."),
});

const windowsOptions = obj({
  gmsaCredentialSpecName: ptr(1, str(), "Name of the group-managed service account's credential spec."),
  gmsaCredentialSpec: ptr(2, str(), "The credential spec itself; filled in from its name."),
  runAsUserName: ptr(3, str(), "Windows user that runs the process; by default the image's."),
  hostProcess: ptr(4, bool(), "Whether the container runs on the host itself; all containers of a pod must agree."),
});

interface Profile {
  readonly type: string;
  readonly localhostProfile?: string | undefined;
}

function profileFitsType(profile: Profile, report: Report): void {
  if (profile.type === "Localhost" && !profile.localhostProfile) {
    report("FW0112", "must be set with the type 'Localhost'", "localhostProfile");
  } else if (profile.type !== "Localhost" && profile.localhostProfile !== undefined) {
    report("FW0111", `must not be set with the type '${profile.type}'`, "localhostProfile");
  }
}

const profileType = choice(["RuntimeDefault", "Localhost", "Unconfined"]);

const seccompProfile = obj(
  {
    type: req(1, profileType, "Which profile: 'RuntimeDefault', 'Localhost' or 'Unconfined'."),
    localhostProfile: ptr(
      2,
      str({ checks: [isInnerPath] }),
      "Path of the profile's file on the node, below the kubelet's seccomp folder; with 'Localhost' only.",
    ),
  },
  { checks: [profileFitsType] },
);

const appArmorProfile = obj(
  {
    type: req(1, profileType, "Which profile: 'RuntimeDefault', 'Localhost' or 'Unconfined'."),
    localhostProfile: ptr(2, str(), "Name of a profile loaded on the node; with 'Localhost' only."),
  },
  { checks: [profileFitsType] },
);

const capabilities = obj({
  add: opt(1, list(str()), "Capabilities added to the runtime's own set."),
  drop: opt(2, list(str()), "Capabilities taken away; 'ALL' takes them all."),
});

interface Privileges {
  readonly privileged?: boolean | undefined;
  readonly allowPrivilegeEscalation?: boolean | undefined;
  readonly capabilities?: { readonly add?: readonly string[] | undefined } | undefined;
}

function escalationFitsPrivileges(context: Privileges, report: Report): void {
  if (context.allowPrivilegeEscalation !== false) return;
  const field = "allowPrivilegeEscalation";
  if (context.privileged) report("FW0609", "must not be false when `privileged` is true", field);
  if (context.capabilities?.add?.includes("CAP_SYS_ADMIN")) {
    report("FW0609", "must not be false when `capabilities.add` has 'CAP_SYS_ADMIN'", field);
  }
}

/** Privileges of one container. */
export const securityContext = obj(
  {
    capabilities: ptr(1, capabilities, "Linux capabilities to add and drop."),
    privileged: ptr(2, bool(), "Whether the container has root's powers on the host; default false."),
    seLinuxOptions: ptr(3, seLinuxOptions, "SELinux label of the container."),
    windowsOptions: ptr(10, windowsOptions, "Settings for containers on Windows."),
    runAsUser: ptr(4, linuxId, "User id of the process; by default the image's."),
    runAsGroup: ptr(8, linuxId, "Group id of the process; by default the runtime's."),
    runAsNonRoot: ptr(5, bool(), "Whether the container is refused when its process would run as root."),
    readOnlyRootFilesystem: ptr(6, bool(), "Whether the container's own file system is read-only; default false."),
    allowPrivilegeEscalation: ptr(7, bool(), "Whether a process can gain more privileges than its parent has."),
    procMount: ptr(
      9,
      choice(["Default", "Unmasked"], { emptyIsAbsent: true }),
      "How /proc is mounted: 'Default' hides parts of it, 'Unmasked' does not.",
    ),
    seccompProfile: ptr(11, seccompProfile, "Filter of system calls; by default the pod's."),
    appArmorProfile: ptr(12, appArmorProfile, "AppArmor profile; by default the pod's."),
  },
  { checks: [escalationFitsPrivileges] },
);

const isSysctlName: Check<string> = (name, report) => {
  if (name.length <= 253 && /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/.test(name)) return;
  report("FW0610", `must be parts of lower-case letters, digits, '-' and '_', joined by '.' or '/', not '${name}'`);
};

const sysctl = obj({
  name: req(1, str({ checks: [isSysctlName] }), "Name of the kernel parameter."),
  value: req(2, str(), "Value of the parameter."),
});

/** Privileges of all containers of a pod. */
export const podSecurityContext = obj({
  seLinuxOptions: ptr(1, seLinuxOptions, "SELinux label of the containers."),
  windowsOptions: ptr(8, windowsOptions, "Settings for containers on Windows."),
  runAsUser: ptr(2, linuxId, "User id of the processes; by default the images'."),
  runAsGroup: ptr(6, linuxId, "Group id of the processes; by default the runtime's."),
  runAsNonRoot: ptr(3, bool(), "Whether containers are refused when their process would run as root."),
  supplementalGroups: opt(4, list(linuxId), "Further group ids of the processes."),
  supplementalGroupsPolicy: ptr(
    12,
    choice(["Merge", "Strict"]),
    "Whether groups that the image names count too: 'Merge' (the default) or 'Strict'.",
  ),
  fsGroup: ptr(5, linuxId, "Group id that owns the files of the pod's volumes, where the volume supports it."),
  sysctls: opt(7, list(sysctl, { checks: [uniqueBy((item) => item.name, "name")] }), "Kernel parameters of the pod."),
  fsGroupChangePolicy: ptr(
    9,
    choice(["OnRootMismatch", "Always"]),
    "When files change to `fsGroup`: 'Always' (the default), or 'OnRootMismatch' when the volume's root differs.",
  ),
  seccompProfile: ptr(10, seccompProfile, "Filter of system calls."),
  appArmorProfile: ptr(11, appArmorProfile, "AppArmor profile."),
  seLinuxChangePolicy: ptr(
    13,
    choice(["Recursive", "MountOption"]),
    "How volumes get the SELinux label: 'Recursive' relabels each file, 'MountOption' mounts with the label.",
  ),
});

export interface SecurityContext extends Infer<typeof securityContext> {}
