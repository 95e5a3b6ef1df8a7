import type { DestinationRule } from "../../api/index.ts";
import type { Labels } from "../../base/labels.ts";
import type { Visibility } from "../../core/index.ts";
import { completeHost } from "../complete-host.ts";
import { type MeshSettings, visibilityOf } from "../mesh-settings.ts";
import { type ConfigOrigin, originOf } from "../precedence.ts";

/** A DestinationRule whose host is complete. */
export interface ResolvedDestinationRule extends ConfigOrigin {
  readonly resource: DestinationRule;
  readonly host: string;
  readonly visibility: Visibility;
  /** The clients it is for, in its own namespace only; undefined: all. */
  readonly selector?: Labels;
}

/** Completes the host by the object's namespace and the mesh's domain. A rule for some workloads is never exported. */
export function resolveDestinationRule(resource: DestinationRule, settings: MeshSettings): ResolvedDestinationRule {
  const origin = originOf(resource);
  const { host, exportTo, workloadSelector } = resource.spec;
  return {
    ...origin,
    resource,
    host: completeHost(host, origin.namespace, settings.domainSuffix),
    visibility: workloadSelector
      ? new Set([origin.namespace])
      : visibilityOf(settings, "destinationRule", origin.namespace, exportTo),
    ...(workloadSelector && { selector: workloadSelector.matchLabels ?? {} }),
  };
}
