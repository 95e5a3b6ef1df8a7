import { isPort, validIp } from "../checks/address.ts";
import { areLabels } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { map, obj, opt, str, uint32 } from "../schema/build.ts";
import type { Check, InferFields } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { validHost, validName } from "./host.ts";
import { networkingKind, networkingVersions, objectWithSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { count } from "./port-number.ts";
import { checkUnixAddress, isUnixAddress } from "./unix-address.ts";

const isWorkloadAddress: Check<string> = (address, report) => {
  if (isUnixAddress(address)) checkUnixAddress(address, report);
  else if (address !== "" && !validIp(address) && !validHost(address)) {
    report("FW0204", `must be an IP address, a host name or a 'unix://' socket, not '${address}'`);
  }
};

const arePortNames: Check<{ readonly [name: string]: number }> = (ports, report) => {
  for (const name of Object.keys(ports)) {
    if (!validName(name) || name.length > 62) {
      report("FW0214", `must be up to 62 letters, digits and hyphens, not '${name}'`, name);
    }
  }
};

const fields = {
  address: opt(
    1,
    str({ maxLength: 256, checks: [isWorkloadAddress] }),
    "IP address, host name or `unix://` socket of the workload.",
  ),
  ports: opt(
    2,
    map(uint32({ min: 0, max: 4294967295, checks: [isPort] }), { maxProperties: 128, checks: [arePortNames] }),
    "Ports of the workload by the name of the service's port. Default: the service's target port, or its number.",
  ),
  labels: opt(3, map(str(), { maxProperties: 256, checks: [areLabels] }), "Labels of the workload."),
  network: opt(
    4,
    str({ maxLength: 2048 }),
    "Network of the workload; within one, workloads reach each other directly.",
  ),
  locality: opt(5, str({ maxLength: 2048 }), "Where the workload is: `region/zone/subzone`."),
  weight: opt(6, count, "Share of traffic, in proportion to other endpoints of the service. Default: 1."),
  serviceAccount: opt(7, str({ maxLength: 253 }), "Service account that the workload runs as."),
};

/** A workload outside of Kubernetes. */
export interface WorkloadEntrySpec extends InferFields<typeof fields> {}

const hasAddress: Check<WorkloadEntrySpec> = (entry, report) => {
  if (entry.address) return;
  if (entry.network)
    report("FW0359", `should be set, unless all of the network '${entry.network}' is meant`, "address");
  else report("FW0103", "must be set", "address");
};

const needsNoPorts: Check<WorkloadEntrySpec> = (entry, report) => {
  if (isUnixAddress(entry.address ?? "") && Object.keys(entry.ports ?? {}).length > 0) {
    report("FW0363", "must not be set with a 'unix://' address", "ports");
  }
};

/** A workload outside of Kubernetes; as a part of a WorkloadGroup its address comes later. */
export const workloadTemplate = obj(fields, { checks: [needsNoPorts] });

/** A workload outside of Kubernetes, such as a virtual machine. */
export const workloadEntrySpec = obj(fields, { checks: [hasAddress, needsNoPorts] });

/** A workload outside of Kubernetes that belongs to the mesh. */
export interface WorkloadEntry extends Resource {
  readonly spec: WorkloadEntrySpec;
  readonly status?: IstioStatus;
}

export const workloadEntryKind = defineKind<WorkloadEntry>({
  ...networkingKind,
  kind: "WorkloadEntry",
  shortNames: ["we"],
  versions: networkingVersions,
  doc: "A workload outside of Kubernetes, such as a virtual machine, that belongs to the mesh.",
  schema: objectWithSpec(workloadEntrySpec, "The workload."),
  columns: [column("Address", ".spec.address", "Address of the workload.")],
  protobuf: { message: "istio.networking.v1alpha3.WorkloadEntry", of: "spec" },
  validate: rejectDryRun,
});
