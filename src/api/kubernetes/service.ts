import { validDnsLabel } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { obj, opt, req } from "../schema/build.ts";
import { formatLabels, joinOr } from "./cells.ts";
import { completeService } from "./complete-service.ts";
import { type ServiceSpec, serviceSpec } from "./service-spec.ts";
import { type ServiceStatus, serviceStatus } from "./service-status.ts";
import { carryOverService, checkServiceUpdate } from "./update-service.ts";

/** A name and address under which a set of endpoints is reached. */
export interface Service extends Resource {
  readonly spec: ServiceSpec;
  readonly status?: ServiceStatus | undefined;
}

export const serviceKind = defineKind<Service>({
  group: "",
  kind: "Service",
  shortNames: ["svc"],
  categories: ["all"],
  versions: [{ name: "v1" }],
  doc: "A name and a virtual address under which a set of endpoints is reached.",
  selectableFields: ["spec.clusterIP", "spec.type"],
  schema: obj({
    spec: req(2, serviceSpec, "What is asked for."),
    status: opt(3, serviceStatus, "What was done; written by controllers."),
  }),
  initialStatus: { loadBalancer: {} },
  generation: false,
  columns: [
    column<Service>("Type", ({ spec }) => spec.type, "How the Service is reached."),
    column<Service>("Cluster-IP", ({ spec }) => spec.clusterIP || "<none>", "Virtual address."),
    column<Service>("External-IP", externalAddresses, "Addresses for clients outside the cluster."),
    column<Service>("Port(s)", formatPorts, "Ports, with their node ports."),
    column<Service>("Selector", ({ spec }) => formatLabels(spec.selector), "Labels of the pods.", { priority: 1 }),
  ],
  nameFault: (name) => (validDnsLabel(name) ? undefined : "must be up to 63 lower-case letters, digits and hyphens"),
  normalize: completeService,
  carryOver: carryOverService,
  validateUpdate: checkServiceUpdate,
  protobuf: { message: "k8s.io.api.core.v1.Service", of: "object" },
});

function externalAddresses({ spec, status }: Service): string {
  if (spec.type === "ExternalName") return spec.externalName || "<none>";
  if (spec.type !== "LoadBalancer") return joinOr(spec.externalIPs, "<none>");
  const balancers = status?.loadBalancer?.ingress?.map((i) => i.ip || i.hostname || "") ?? [];
  return joinOr([...balancers.filter((address) => address !== ""), ...(spec.externalIPs ?? [])], "<pending>");
}

function formatPorts({ spec }: Service): string {
  const ports = spec.ports?.map((p) => `${p.port}${p.nodePort ? `:${p.nodePort}` : ""}/${p.protocol}`);
  return joinOr(ports, "<none>");
}
