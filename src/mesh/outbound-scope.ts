import type { Labels } from "../base/labels.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import type { MeshSettings } from "./mesh-settings.ts";
import type { MtlsLookup } from "./policy/mtls-lookup.ts";
import type { WorkloadPolicies } from "./policy/workload-policies.ts";
import type { SidecarScope } from "./sidecar/sidecar-scope.ts";

/** What a proxy is, without what only it is: its name, its addresses and whom it runs as. */
export type ProxyTraits = Omit<MeshProxy, "id" | "name" | "addresses" | "labels" | "serviceAccount">;

/** The policies that say something of the calls of a workload. */
export type CallerPolicies = Pick<WorkloadPolicies, "envoyFilters" | "telemetries" | "extensions">;

/**
 * All that decides how workloads call others, and nothing of what they serve: most proxies of a namespace share it, though
 * each serves something else. What is not in the key is not in here.
 */
export interface OutboundScope {
  /** The same text for all proxies that call others alike, within one snapshot. */
  readonly key: string;
  readonly settings: MeshSettings;
  /** Of the metadata only what can make a difference. */
  readonly proxy: ProxyTraits;
  /** The labels of the workload by which something in scope chooses. */
  readonly labels: Labels;
  /** The network that the workload is labelled with. Which endpoints it reaches is up to the proxy's own word. */
  readonly workloadNetwork: string;
  /**
   * Where the proxies are: the labels of their node by which services in scope keep clients in one place. Absent: none does.
   */
  readonly place?: Labels | undefined;
  /** Its Sidecar's, or everything that a gateway's namespace sees. */
  readonly sidecar: SidecarScope;
  readonly policies: CallerPolicies;
  /** What clients may expect of workloads, and which policies say so. */
  readonly mtlsOf: MtlsLookup;
}
