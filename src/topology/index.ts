/**
 * Which endpoints of a Service the clients on a node reach. Nodes, Services, EndpointSlices and Endpoints come in; the same
 * objects go out with the endpoints of the node's own place only, with a reason for each one. No I/O, no clock. The rules
 * are in docs/topology.md.
 */
export { type Candidate, judgeEndpoints, type NodeLabels, type Surroundings, type Verdict } from "./judge-endpoints.ts";
export { withLocalEndpoint } from "./local-endpoint.ts";
export { candidatesIn, type EndpointsObject, serviceOf } from "./prune-object.ts";
export { type PrunedChange, TopologyIndex } from "./topology-index.ts";
export {
  anyNode,
  holdsProxies,
  meshTopologyAnnotation,
  type RuleReading,
  readTopologyRule,
  topologyKeysAnnotation,
} from "./topology-rule.ts";
