import { uniqueBy } from "../checks/across.ts";
import { areLabels } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { ObjectMeta, Resource } from "../resource.ts";
import { list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { checkCredentialNamespace } from "./client-tls.ts";
import { rejectDryRun } from "./dry-run.ts";
import { checkExportTo, exportTo } from "./export-to.ts";
import { isName, isWildcardHost } from "./host.ts";
import { networkingKind, networkingVersions, objectNeedingSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { type TrafficPolicy, trafficPolicy } from "./traffic-policy.ts";
import { warnOfNoLabels, workloadSelector } from "./workload-selector.ts";

/** A named part of a service's endpoints. */
const subset = obj({
  name: req(1, str({ checks: [isName] }), "Name by which routes mean the subset."),
  labels: opt(2, map(str(), { checks: [areLabels] }), "Labels that endpoints of the subset have."),
  trafficPolicy: opt(3, trafficPolicy, "Policy for the subset; where it is silent, the rule's own counts."),
});

/** What a destination rule asks for. */
const destinationRuleSpec = obj({
  host: req(
    1,
    str({ checks: [isWildcardHost] }),
    "Service that the rule is for; a short name is looked up in the rule's own namespace.",
  ),
  trafficPolicy: opt(2, trafficPolicy, "How traffic to the service behaves."),
  subsets: opt(3, list(subset, { checks: [uniqueBy((s) => s.name, "name")] }), "Named parts of the service."),
  exportTo: opt(4, exportTo, "Namespaces that see the rule: `.` is its own, `*` all. Default: all."),
  workloadSelector: opt(
    5,
    workloadSelector,
    "Workloads of the rule's namespace whose traffic it is for. Default: all.",
  ),
});

export interface Subset extends Infer<typeof subset> {}
export interface DestinationRuleSpec extends Infer<typeof destinationRuleSpec> {}

/** How traffic to a service behaves once it is routed. */
export interface DestinationRule extends Resource {
  readonly spec: DestinationRuleSpec;
  readonly status?: IstioStatus;
}

/** A rule for some workloads of a namespace means nothing to others. */
function checkSelectorStaysHome(spec: DestinationRuleSpec, { namespace }: ObjectMeta, report: Report): void {
  if (!spec.workloadSelector || !spec.exportTo?.length) return;
  if (spec.exportTo.length === 1 && (spec.exportTo[0] === "." || spec.exportTo[0] === namespace)) return;
  report("FW0336", "must be '.' alone when `workloadSelector` is set", "exportTo");
}

function checkCredentials(policy: TrafficPolicy | undefined, { namespace }: ObjectMeta, report: Report): void {
  checkCredentialNamespace(policy?.tls, namespace, within(report, "tls"));
  policy?.portLevelSettings?.forEach((port, i) => {
    checkCredentialNamespace(port.tls, namespace, within(report, "portLevelSettings", i, "tls"));
  });
}

export const destinationRuleKind = defineKind<DestinationRule>({
  ...networkingKind,
  kind: "DestinationRule",
  shortNames: ["dr"],
  versions: networkingVersions,
  doc: "How traffic to a service behaves once it is routed: load balancing, limits, TLS, subsets.",
  schema: objectNeedingSpec(destinationRuleSpec, "The service and its policies."),
  columns: [column("Host", ".spec.host", "Service that the rule is for.")],
  protobuf: { message: "istio.networking.v1alpha3.DestinationRule", of: "spec" },
  validate(resource, reportAll) {
    rejectDryRun(resource, reportAll);
    const { metadata, spec } = resource;
    const report = within(reportAll, "spec");
    checkExportTo(spec.exportTo, { namespace: metadata.namespace }, within(report, "exportTo"));
    checkSelectorStaysHome(spec, metadata, report);
    warnOfNoLabels(spec.workloadSelector, within(report, "workloadSelector"));
    checkCredentials(spec.trafficPolicy, metadata, within(report, "trafficPolicy"));
    spec.subsets?.forEach((part, i) => {
      checkCredentials(part.trafficPolicy, metadata, within(report, "subsets", i, "trafficPolicy"));
    });
  },
});
