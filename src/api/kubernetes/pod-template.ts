import { objectMeta } from "../meta/object-meta.ts";
import type { Report } from "../problem.ts";
import { obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { type PodSpec, podSpec } from "./pod-spec.ts";

function checkTemplate({ spec }: { readonly spec?: PodSpec | undefined }, report: Report): void {
  if (spec === undefined) return report("FW0103", "must be set", "spec");
  if (spec.containers.length === 0) report("FW0106", "must have at least one container", "spec", "containers");
  if (spec.ephemeralContainers?.length) {
    report("FW0615", "must not be set in a template", "spec", "ephemeralContainers");
  }
}

/** What the pods of a workload look like. */
export const podTemplateSpec = obj(
  {
    metadata: opt(1, objectMeta, "Labels and annotations of the pods."),
    spec: opt(2, podSpec, "What the pods are made of and how they run."),
  },
  { checks: [checkTemplate] },
);

export interface PodTemplateSpec extends Infer<typeof podTemplateSpec> {}
