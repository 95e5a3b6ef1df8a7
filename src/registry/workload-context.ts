import type { Resource } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import type { Locality } from "../core/index.ts";
import type { NetworkRanges } from "./network-ranges.ts";
import type { RegistrySettings } from "./registry-settings.ts";

/** What making a workload needs besides its own object. */
export interface WorkloadContext {
  readonly settings: RegistrySettings;
  readonly ranges: NetworkRanges;
  /** Where a node is; nowhere if it is not known. */
  nodeLocality(name: string): Locality;
  /** As `spiffeId`, in the mesh's trust domain. */
  identity(namespace: string, account: string): string;
  /** Labels of a namespace; none if it is not known. */
  namespaceLabels(name: string): Labels;
}

/** `spiffe://<trust domain>/ns/<namespace>/sa/<account>`; empty for an empty account. */
export function spiffeId(trustDomain: string, namespace: string, account: string): string {
  return account === "" ? "" : `spiffe://${trustDomain}/ns/${namespace}/sa/${account}`;
}

/** The labels of an object. */
export function labelsOf(resource: Resource | undefined): Labels {
  return resource?.metadata.labels ?? none;
}

const none: Labels = {};
