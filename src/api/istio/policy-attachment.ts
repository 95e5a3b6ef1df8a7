import { atMostOne } from "../checks/across.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { list, opt } from "../schema/build.ts";
import { type PolicyTargetReference, policyTargetReference } from "./policy-target.ts";
import { type WorkloadSelector, warnOfNoLabels, workloadSelector } from "./workload-selector.ts";

const selectorDoc =
  "Workloads the policy is for; absent: all of the namespace, and of the whole mesh in the root namespace.";
const targetRefsDoc = "Gateways, services and the like that the policy is attached to, instead of a selector.";

/** The fields by which a policy names its workloads; the numbers are those of the policy's message. */
export function attachmentFields(numbers: { readonly targetRef: number; readonly targetRefs: number }) {
  return {
    ...attachmentListFields(numbers),
    targetRef: opt(numbers.targetRef, policyTargetReference, "The only target; `targetRefs` says the same."),
  };
}

/** As `attachmentFields`, for newer kinds that never had the single `targetRef`. */
export function attachmentListFields(numbers: { readonly targetRefs: number }) {
  return {
    selector: opt(1, workloadSelector, selectorDoc),
    targetRefs: opt(numbers.targetRefs, list(policyTargetReference, { maxItems: 16 }), targetRefsDoc),
  };
}

interface Attachment {
  readonly selector?: WorkloadSelector | undefined;
  readonly targetRef?: PolicyTargetReference | undefined;
  readonly targetRefs?: readonly PolicyTargetReference[] | undefined;
}

const onlyOneWay = atMostOne("selector", "targetRef", "targetRefs");

/** A policy is attached in one way only, to kinds that policies can be attached to. */
export function isAttachedOnce(policy: Attachment, report: Report): void {
  onlyOneWay(policy, report);
  warnOfNoLabels(policy.selector, within(report, "selector"));
  if (policy.targetRef) isPossibleTarget(policy.targetRef, within(report, "targetRef"));
  policy.targetRefs?.forEach((target, i) => {
    isPossibleTarget(target, within(report, "targetRefs", i));
  });
}

const possibleTargets: readonly { readonly kind: string; readonly group: string }[] = [
  { kind: "Service", group: "core" },
  { kind: "ServiceEntry", group: "networking.istio.io" },
  { kind: "Gateway", group: "gateway.networking.k8s.io" },
  { kind: "GatewayClass", group: "gateway.networking.k8s.io" },
];

function isPossibleTarget(target: PolicyTargetReference, report: Report): void {
  const group = target.group || "core";
  if (possibleTargets.some((t) => t.kind === target.kind && t.group === group)) return;
  const wanted = possibleTargets.map((t) => `'${t.group}/${t.kind}'`).join(", ");
  report("FW0416", `must be one of ${wanted}, not '${group}/${target.kind}'`, "kind");
}
