import type { LabelSelector } from "../meta/label-selector.ts";
import { isEmptySelector, matchesSelector } from "../meta/matches-selector.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { checkMounts } from "./check-pod-spec.ts";
import type { PodTemplateSpec } from "./pod-template.ts";

interface WorkloadSpec {
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
}

/** The rules on selector and template that all workloads share. `claims` are the volumes that do not stand in the template. */
export function checkWorkload(spec: WorkloadSpec, claims: readonly string[], report: Report): void {
  const { selector, template } = spec;
  if (isEmptySelector(selector)) report("FW0617", "must not be empty", "selector");
  else if (!matchesSelector(selector, template.metadata?.labels ?? {})) {
    report("FW0616", "must match the `selector`", "template", "metadata", "labels");
  }
  if (template.spec === undefined) return;
  const { restartPolicy = "Always" } = template.spec;
  if (restartPolicy !== "Always") {
    report("FW0618", `must be 'Always', not '${restartPolicy}'`, "template", "spec", "restartPolicy");
  }
  if (template.spec.activeDeadlineSeconds !== undefined) {
    report("FW0618", "must not be set for a workload that runs forever", "template", "spec", "activeDeadlineSeconds");
  }
  checkMounts(template.spec, claims, within(report, "template", "spec"));
}
