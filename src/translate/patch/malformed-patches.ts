import { admit, type EnvoyFilter, envoyFilterKind, formatPath } from "../../api/index.ts";

/** What has not the form of its kind, rather than something in it that is wrong. */
const formCode = /^FW01/;

/**
 * The patches of an EnvoyFilter that have not the form of one, by their place, with the first fault of each. APIs let none
 * of these in, but not every store has one in front of it.
 */
export function malformedPatches(filter: EnvoyFilter): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { code, path, message } of admit(envoyFilterKind, filter).problems) {
    const [spec, list, position, ...place] = path;
    if (!formCode.test(code) || spec !== "spec" || list !== "configPatches" || typeof position !== "number") continue;
    if (!faults.has(position)) faults.set(position, `${formatPath(place)} ${message}`.trim());
  }
  return faults;
}
