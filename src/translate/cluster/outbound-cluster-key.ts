import type { ResourceKey, TrafficPolicy } from "../../api/index.ts";
import type { Dialect, Service, ServicePort } from "../../core/index.ts";
import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import type { ClusterSettings } from "./cluster-settings.ts";

/** All that an outbound cluster depends on: its builder sees nothing else. */
export interface OutboundClusterKey {
  readonly settings: ClusterSettings;
  readonly dialect: Dialect;
  /** For a gateway: there is no original destination to go to. */
  readonly forGateway: boolean;
  readonly service: Service;
  readonly port: ServicePort;
  /** Empty for the service as a whole. */
  readonly subset: string;
  /** The traffic policy in force for this port and subset. */
  readonly policy: Omit<TrafficPolicy, "portLevelSettings">;
  /** The object the policy is of. */
  readonly rule: (ResourceKey & { readonly apiVersion: string }) | undefined;
  /** Identities that the endpoints may have. */
  readonly identities: readonly string[];
  /** The mesh's mutual TLS is used with every endpoint that speaks it, unless the policy says otherwise. */
  readonly automaticTls: boolean;
  /** The endpoints that the cluster itself carries, where proxies resolve them by DNS. */
  readonly endpoints: ClusterLoadAssignment["endpoints"];
  /** Localities are preferred over one another. */
  readonly localityWeighted: boolean;
}
