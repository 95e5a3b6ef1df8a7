import type { RegistrySnapshot } from "../registry/index.ts";

/** What the mesh reads of a registry's snapshot. Services that did not change keep their identity between snapshots. */
export type ServiceSource = Pick<
  RegistrySnapshot,
  | "services"
  | "serviceCount"
  | "serviceByKey"
  | "endpoints"
  | "endpointsOfPort"
  | "service"
  | "localityOf"
  | "serviceTargets"
  | "workloadLabels"
  | "workloadNetwork"
  | "serviceAccounts"
  | "networkGateways"
  | "endpointsNear"
  | "placeOf"
>;
