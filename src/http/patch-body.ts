import { applyJsonPatch, applyMergePatch, applyStrategicPatch, type Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { View } from "./view.ts";

/** The media types of server-side apply. */
export const applyTypes: ReadonlySet<string> = new Set([
  "application/apply-patch+yaml",
  "application/apply-patch+json",
]);

/** What a patch makes of an object. */
export type ApplyPatch = (current: Resource) => unknown;

/** The function that a patch of a media type stands for; types that the kind does not take are refused. */
export function readPatch(type: string, patch: unknown, view: View): ApplyPatch {
  if (type === "application/json-patch+json") return (current) => applyJsonPatch(current, patch);
  const known = type === "application/merge-patch+json" || type === "application/strategic-merge-patch+json";
  if (!known || (type.includes("strategic") && !view.strategicPatch)) {
    throw new FairwayError(
      "UnsupportedMediaType",
      `patches of type '${type}' are not supported for ${view.kind.kind}: use application/merge-patch+json`,
    );
  }
  if (!isObject(patch)) throw new FairwayError("BadRequest", "the patch must be an object");
  if (type === "application/merge-patch+json") return (current) => applyMergePatch(current, patch);
  return (current) => applyStrategicPatch(view.schema, current, patch);
}
