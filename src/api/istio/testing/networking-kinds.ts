import type { KindDefinition } from "../../kind.ts";
import { destinationRuleKind } from "../destination-rule.ts";
import { envoyFilterKind } from "../envoy-filter.ts";
import { istioGatewayKind } from "../istio-gateway.ts";
import { proxyConfigKind } from "../proxy-config.ts";
import { serviceEntryKind } from "../service-entry.ts";
import { sidecarKind } from "../sidecar.ts";
import { virtualServiceKind } from "../virtual-service.ts";
import { workloadEntryKind } from "../workload-entry.ts";
import { workloadGroupKind } from "../workload-group.ts";

/** The kinds of networking.istio.io. */
export const networkingKinds: readonly KindDefinition[] = [
  virtualServiceKind,
  destinationRuleKind,
  istioGatewayKind,
  serviceEntryKind,
  workloadEntryKind,
  workloadGroupKind,
  sidecarKind,
  envoyFilterKind,
  proxyConfigKind,
];
