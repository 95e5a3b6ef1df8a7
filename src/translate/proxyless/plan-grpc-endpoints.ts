import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import { assignmentKey } from "../endpoint/assignment-key.ts";
import { endpointClient } from "../endpoint/endpoint-client.ts";
import { buildNothing, targetOf } from "../endpoint/plan-endpoints.ts";
import { type Plan, plan } from "../plan.ts";
import type { View } from "../view.ts";
import { buildGrpcAssignment } from "./grpc-assignment.ts";

/** The endpoints that a gRPC client asks for by clusters' names. */
export function planGrpcEndpoints(view: View, names: readonly string[]): readonly Plan<ClusterLoadAssignment>[] {
  const client = endpointClient(view);
  return names.map((name) => {
    const target = targetOf(view, name);
    if (!target) return plan(name, buildNothing, { name });
    // The gateways of other networks find the way by an SNI that gRPC does not send.
    const key = { ...assignmentKey(view, client, target), crossesNetworks: false };
    return plan(name, buildGrpcAssignment, key, target.service.origin);
  });
}
