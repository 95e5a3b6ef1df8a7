import { int32 } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";

/** A path below a volume's root: relative, and not leaving it through `..`. */
export const isInnerPath: Check<string> = (path, report) => {
  if (path.startsWith("/")) report("FW0607", `must be a relative path, not '${path}'`);
  else if (path.split("/").includes("..")) report("FW0607", `must not contain '..': '${path}'`);
};

/** An inner path of a file that Kubernetes writes, which keeps names with leading dots for itself. */
export const isWrittenPath: Check<string> = (path, report) => {
  if (path === "") report("FW0103", "must not be empty");
  else if (path.startsWith("..") && !path.startsWith("../")) report("FW0607", `must not start with '..': '${path}'`);
  else isInnerPath(path, report);
};

/** A path of the host or of the container, whose parts must not climb up. */
export const isSteadyPath: Check<string> = (path, report) => {
  if (path === "") report("FW0103", "must not be empty");
  else if (path.split("/").includes("..")) report("FW0607", `must not contain '..': '${path}'`);
};

/** Permission bits of a file, 0 to 0777 in octal. */
export const fileMode = int32({ min: 0, max: 0o777 });
