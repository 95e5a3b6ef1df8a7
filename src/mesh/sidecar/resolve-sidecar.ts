import type { Sidecar } from "../../api/index.ts";
import type { Labels } from "../../base/labels.ts";
import { type ConfigOrigin, originOf } from "../precedence.ts";

/** A Sidecar with what decides whose it is. */
export interface ResolvedSidecar extends ConfigOrigin {
  readonly resource: Sidecar;
  /** The workloads it is for; undefined: all of the namespace that no other selects. */
  readonly selector?: Labels;
}

export function resolveSidecar(resource: Sidecar): ResolvedSidecar {
  const { labels } = resource.spec.workloadSelector ?? {};
  const selects = labels !== undefined && Object.keys(labels).length > 0;
  return { ...originOf(resource), resource, ...(selects && { selector: labels }) };
}
