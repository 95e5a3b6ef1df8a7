import type { Flag } from "../cli/index.ts";
import type { Setting } from "../settings/index.ts";

/** The flag of a setting. */
export function settingFlag({ flag, doc, type, default: initial }: Setting): Flag {
  return {
    name: flag,
    value: flag.endsWith("-address") ? "ADDRESS" : flag.endsWith("-dir") ? "DIR" : type === "path" ? "FILE" : "VALUE",
    doc: initial === "" ? doc : `${doc} (default: ${initial})`,
  };
}
