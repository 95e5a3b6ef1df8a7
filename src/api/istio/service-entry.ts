import { atMostOne } from "../checks/across.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { obj } from "../schema/build.ts";
import { checkServiceEntry, warnOfNoAddress } from "./check-service-entry.ts";
import { rejectDryRun } from "./dry-run.ts";
import { checkExportTo } from "./export-to.ts";
import { networkingKind, networkingVersions, objectWithSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { type ServiceEntrySpec, serviceEntryFields } from "./service-entry-fields.ts";
import { warnOfNoLabels } from "./workload-selector.ts";

/** What a service entry asks for. */
const serviceEntrySpec = obj(serviceEntryFields, {
  checks: [atMostOne("workloadSelector", "endpoints"), checkServiceEntry],
});

/** Status of a service entry; the published schema does not list the addresses, but keeps them. */
export interface ServiceEntryStatus extends IstioStatus {
  /** Addresses that were allocated, each for one of the hosts. */
  readonly addresses?: readonly { readonly value: string; readonly host?: string }[];
}

/** A service that no registry knows. */
export interface ServiceEntry extends Resource {
  readonly spec: ServiceEntrySpec;
  readonly status?: ServiceEntryStatus;
}

export const serviceEntryKind = defineKind<ServiceEntry>({
  ...networkingKind,
  kind: "ServiceEntry",
  shortNames: ["se"],
  versions: networkingVersions,
  doc: "A service that no registry knows: outside of the mesh, or on machines of one's own.",
  schema: objectWithSpec(serviceEntrySpec, "The service and its endpoints."),
  columns: [
    column("Hosts", ".spec.hosts", "Hosts of the service."),
    column("Location", ".spec.location", "Whether the service belongs to the mesh."),
    column("Resolution", ".spec.resolution", "Where endpoints come from."),
  ],
  protobuf: { message: "istio.networking.v1alpha3.ServiceEntry", of: "spec" },
  validate(resource, reportAll) {
    rejectDryRun(resource, reportAll);
    const { metadata, spec } = resource;
    const report = within(reportAll, "spec");
    checkExportTo(spec.exportTo, { namespace: metadata.namespace, nobody: true }, within(report, "exportTo"));
    warnOfNoLabels(spec.workloadSelector, within(report, "workloadSelector"));
    warnOfNoAddress(spec, metadata.labels, report);
  },
});
