import type { Report } from "../problem.ts";
import { bool, choice, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { filledText } from "./filled-text.ts";
import { isInnerPath } from "./inner-path.ts";

interface Mount {
  readonly readOnly?: boolean | undefined;
  readonly recursiveReadOnly?: string | undefined;
  readonly subPath?: string | undefined;
  readonly subPathExpr?: string | undefined;
  readonly mountPropagation?: string | undefined;
}

function mountFieldsFit(mount: Mount, report: Report): void {
  if (mount.subPath && mount.subPathExpr) report("FW0111", "must not be set together with `subPath`", "subPathExpr");
  const { recursiveReadOnly } = mount;
  if (recursiveReadOnly === undefined || recursiveReadOnly === "Disabled") return;
  if (!mount.readOnly) {
    report("FW0112", `must not be '${recursiveReadOnly}' unless \`readOnly\` is true`, "recursiveReadOnly");
  } else if (mount.mountPropagation !== undefined && mount.mountPropagation !== "None") {
    report(
      "FW0111",
      `must not be '${recursiveReadOnly}' unless \`mountPropagation\` is 'None' or absent`,
      "recursiveReadOnly",
    );
  }
}

/** Where a container sees a volume. */
export const volumeMount = obj(
  {
    name: req(1, filledText, "Name of the volume."),
    readOnly: opt(2, bool(), "Whether the container can only read; default false."),
    recursiveReadOnly: ptr(
      7,
      choice(["Disabled", "IfPossible", "Enabled"]),
      "Whether mounts below are read-only too: 'Disabled' (the default), 'IfPossible' or 'Enabled'.",
    ),
    mountPath: req(3, filledText, "Path in the container; unique among its mounts."),
    subPath: opt(4, str({ checks: [isInnerPath] }), "Path in the volume that is mounted; by default its root."),
    mountPropagation: ptr(
      5,
      choice(["None", "HostToContainer", "Bidirectional"]),
      "Whether mounts made later are seen on the other side: 'None' (the default), 'HostToContainer' or 'Bidirectional'.",
    ),
    subPathExpr: opt(
      6,
      str({ checks: [isInnerPath] }),
      "As `subPath`, with `$(NAME)` standing for the container's variables.",
    ),
  },
  { checks: [mountFieldsFit] },
);

/** Where a container sees a raw block device. */
export const volumeDevice = obj({
  name: req(1, filledText, "Name of a volume of a claim in 'Block' mode."),
  devicePath: req(2, filledText, "Path of the device in the container; unique among its devices."),
});

export interface VolumeMount extends Infer<typeof volumeMount> {}
