import type { Subset } from "../../api/index.ts";
import type { Service, ServicePort } from "../../core/index.ts";
import type { MergedDestinationRule, Policy } from "../../mesh/index.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";

/** All that an outbound cluster depends on: its builder sees nothing else. */
export interface OutboundClusterKey {
  readonly environment: ClusterEnvironment;
  readonly service: Service;
  readonly port: ServicePort;
  readonly rule: MergedDestinationRule | undefined;
  /** Undefined for the service as a whole. */
  readonly subset: Subset | undefined;
  /** Identities that the endpoints may have. */
  readonly identities: readonly string[];
  /** The mesh's mutual TLS is used with every endpoint that speaks it, unless the policy says otherwise. */
  readonly automaticTls: boolean;
  /** Connections are passed on by their SNI, as they came. */
  readonly byServerName: boolean;
  /** Policies of the service's workloads that say whether they take it. */
  readonly policies: readonly Policy[];
}
