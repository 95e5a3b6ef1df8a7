import { atMostOne } from "../checks/across.ts";
import { defineKind } from "../kind.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { int32, list, obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { checkConfigPatch } from "./check-config-patch.ts";
import { configPatchFields } from "./config-patch-fields.ts";
import { rejectDryRun } from "./dry-run.ts";
import { networkingKind, objectWithOptionalSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { policyTargetReference } from "./policy-target.ts";
import { networkingWorkloadSelector, warnOfNoLabels } from "./workload-selector.ts";

const configPatch = obj(configPatchFields, { checks: [checkConfigPatch] });

/** What an Envoy filter asks for. */
const envoyFilterSpec = obj(
  {
    workloadSelector: opt(
      3,
      networkingWorkloadSelector,
      "Workloads whose proxies are patched. Default: all of the namespace.",
    ),
    targetRefs: opt(
      6,
      list(policyTargetReference, { maxItems: 16 }),
      "Gateways and waypoints that are patched, instead of a selector.",
    ),
    configPatches: opt(4, list(configPatch), "Patches, applied in this order."),
    priority: opt(5, int32(), "Order among Envoy filters, lowest first. Default: 0."),
  },
  { checks: [atMostOne("workloadSelector", "targetRefs")] },
);

export interface EnvoyFilterSpec extends Infer<typeof envoyFilterSpec> {}

/** Patches of the configuration that proxies get. */
export interface EnvoyFilter extends Resource {
  readonly spec?: EnvoyFilterSpec;
  readonly status?: IstioStatus;
}

export const envoyFilterKind = defineKind<EnvoyFilter>({
  ...networkingKind,
  kind: "EnvoyFilter",
  versions: [{ name: "v1alpha3" }],
  doc: "Patches of the configuration that proxies get, for what no other kind can say.",
  schema: objectWithOptionalSpec(envoyFilterSpec, "The proxies and their patches."),
  protobuf: { message: "istio.networking.v1alpha3.EnvoyFilter", of: "spec" },
  validate(resource, report) {
    rejectDryRun(resource, report);
    const { spec } = resource;
    warnOfNoLabels(spec?.workloadSelector, within(report, "spec", "workloadSelector"));
  },
});
