import type { ConfigProblem } from "./config-problem.ts";
import { destinationRuleProblems } from "./destination-rule/destination-rule-index.ts";
import { gatewayProblems } from "./gateway/gateway-index.ts";
import type { MeshIndexes } from "./mesh-indexes.ts";
import { peerAuthenticationProblems } from "./policy/mtls-modes.ts";
import { policyProblems } from "./policy/policy-index.ts";
import { sidecarProblems } from "./sidecar/sidecar-index.ts";
import { virtualServiceProblems } from "./virtual-service/virtual-service-index.ts";

/** What is wrong with the configuration as a whole. What only shows at one proxy, such as ports, is told there. */
export function* meshProblems(indexes: MeshIndexes): Generator<ConfigProblem> {
  yield* virtualServiceProblems(indexes.virtualServices);
  yield* destinationRuleProblems(indexes.destinationRules);
  yield* sidecarProblems(indexes.sidecars);
  yield* gatewayProblems(indexes.gateways);
  yield* policyProblems(indexes.peerAuthentications);
  yield* peerAuthenticationProblems(indexes.peerAuthentications);
  yield* policyProblems(indexes.requestAuthentications);
  yield* policyProblems(indexes.authorizationPolicies);
  yield* policyProblems(indexes.envoyFilters);
  yield* policyProblems(indexes.telemetries);
  yield* policyProblems(indexes.wasmPlugins);
  yield* policyProblems(indexes.trafficExtensions);
}
