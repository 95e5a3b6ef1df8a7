import { validDnsLabel } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { type ServiceStatus, serviceSpec, serviceStatus } from "../kubernetes/service-spec.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { asTemplate } from "./as-template.ts";
import { checkGridKey, gridUniqKey } from "./grid-key.ts";

const serviceGridSpec = obj({
  gridUniqKey,
  template: opt(0, asTemplate(serviceSpec), "What the Service looks like that is made of the grid."),
});

export interface ServiceGridSpec extends Infer<typeof serviceGridSpec> {}

/** A Service whose clients stay in their place: they reach endpoints on nodes with the same label value only. */
export interface ServiceGrid extends Resource {
  readonly spec?: ServiceGridSpec | undefined;
  readonly status?: ServiceStatus | undefined;
}

/** The name of the Service that is made of a ServiceGrid. */
export function gridServiceName(gridName: string): string {
  return `${gridName}-svc`;
}

function validate(grid: ServiceGrid, report: Report): void {
  checkGridKey(grid.spec, report);
}

function formatPorts({ spec }: ServiceGrid): string {
  return spec?.template?.ports?.map((port) => `${port.port}/${port.protocol ?? "TCP"}`).join(",") || "<none>";
}

export const serviceGridKind = defineKind<ServiceGrid>({
  group: "superedge.io",
  kind: "ServiceGrid",
  versions: [{ name: "v1" }],
  shortNames: ["sg"],
  doc: "A Service whose clients stay in their place: they reach endpoints on nodes with the same label value only.",
  schema: obj({
    spec: opt(0, serviceGridSpec, "What the grid should be."),
    status: opt(0, serviceStatus, "State of the Service; written by the grid's controller."),
  }),
  columns: [
    column("Key", ".spec.gridUniqKey", "Node label whose values are the places."),
    column<ServiceGrid>("Type", ({ spec }) => spec?.template?.type ?? "ClusterIP", "How the Service is reached."),
    column<ServiceGrid>("Port(s)", formatPorts, "Ports of the Service."),
  ],
  nameFault: (name) =>
    validDnsLabel(gridServiceName(name))
      ? undefined
      : "must be up to 59 lower-case letters, digits and hyphens, since '-svc' is added for the Service",
  validate,
});
