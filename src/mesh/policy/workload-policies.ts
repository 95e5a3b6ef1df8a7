import type {
  AuthorizationPolicy,
  EnvoyFilter,
  PeerAuthentication,
  RequestAuthentication,
  Resource,
  Telemetry,
  TrafficExtension,
  WasmPlugin,
} from "../../api/index.ts";
import { byAge } from "../precedence.ts";
import { type MtlsModes, mtlsModesFor } from "./mtls-modes.ts";
import type { Policy, Workload } from "./policy.ts";
import { type PolicyIndex, policiesFor } from "./policy-index.ts";

/** The indexes of the kinds that are for workloads. */
export interface PolicyIndexes {
  readonly peerAuthentications: PolicyIndex<PeerAuthentication>;
  readonly requestAuthentications: PolicyIndex<RequestAuthentication>;
  readonly authorizationPolicies: PolicyIndex<AuthorizationPolicy>;
  readonly envoyFilters: PolicyIndex<EnvoyFilter>;
  readonly telemetries: PolicyIndex<Telemetry>;
  readonly wasmPlugins: PolicyIndex<WasmPlugin>;
  readonly trafficExtensions: PolicyIndex<TrafficExtension>;
}

type Action = "ALLOW" | "DENY" | "AUDIT" | "CUSTOM";

/** Everything that was said for one workload, in the order in which it is applied. */
export interface WorkloadPolicies {
  readonly mtls: MtlsModes;
  /** Of the root namespace, then of the workload's, the oldest first. */
  readonly requestAuthentications: readonly Policy<RequestAuthentication>[];
  /** As above, by their action. */
  readonly authorizationPolicies: { readonly [A in Action]: readonly Policy<AuthorizationPolicy>[] };
  /** By priority, the lowest first; then as above. */
  readonly envoyFilters: readonly Policy<EnvoyFilter>[];
  /** At most three, each narrower than the one before: of the mesh, of the namespace, of the workload. */
  readonly telemetries: readonly Policy<Telemetry>[];
  /** By priority, the highest first; then of the workload's namespace before the root one, the oldest first. */
  readonly extensions: readonly Policy<WasmPlugin | TrafficExtension>[];
}

/** The policies for a workload. */
export function workloadPolicies(indexes: PolicyIndexes, workload: Workload, rootNamespace: string): WorkloadPolicies {
  const find = <R extends Resource>(index: PolicyIndex<R>) => policiesFor(index, workload, rootNamespace);
  const authorization = find(indexes.authorizationPolicies);
  const withAction = (action: Action) =>
    authorization.filter(({ resource }) => (resource.spec?.action ?? "ALLOW") === action);
  return {
    mtls: mtlsModesFor(indexes.peerAuthentications, workload, rootNamespace),
    requestAuthentications: find(indexes.requestAuthentications),
    authorizationPolicies: {
      CUSTOM: withAction("CUSTOM"),
      AUDIT: withAction("AUDIT"),
      DENY: withAction("DENY"),
      ALLOW: withAction("ALLOW"),
    },
    // Sorting keeps the order of equals, so the root namespace stays before the workload's.
    envoyFilters: find(indexes.envoyFilters).toSorted((a, b) => priorityOf(a) - priorityOf(b)),
    telemetries: narrowest(find(indexes.telemetries), rootNamespace),
    extensions: [...find(indexes.wasmPlugins), ...find(indexes.trafficExtensions)].sort(
      (a, b) =>
        priorityOf(b, lowest) - priorityOf(a, lowest) ||
        Number(a.namespace !== workload.namespace) - Number(b.namespace !== workload.namespace) ||
        byAge(a, b),
    ),
  };
}

/** All that was chosen, without order: what decides whether two workloads have the same policies. */
export function policySources(policies: WorkloadPolicies): readonly Policy[] {
  const { mtls, requestAuthentications, authorizationPolicies, envoyFilters, telemetries, extensions } = policies;
  const authorization = Object.values(authorizationPolicies).flat();
  return [...mtls.sources, ...requestAuthentications, ...authorization, ...envoyFilters, ...telemetries, ...extensions];
}

/** An extension without a priority comes after all that have one, though it be negative. */
const lowest = -(2 ** 31);

function priorityOf({ resource }: Policy, byDefault = 0): number {
  const { priority } = (resource.spec ?? {}) as { readonly priority?: number | null };
  return priority ?? byDefault;
}

function narrowest(found: readonly Policy<Telemetry>[], rootNamespace: string): readonly Policy<Telemetry>[] {
  const general = found.filter((policy) => !isNarrow(policy));
  const chosen = [
    general.find(({ namespace }) => namespace === rootNamespace),
    general.find(({ namespace }) => namespace !== rootNamespace),
    found.find((policy) => isNarrow(policy) && policy.namespace !== rootNamespace) ?? found.find(isNarrow),
  ];
  return chosen.filter((policy) => policy !== undefined);
}

function isNarrow({ selector, targets }: Policy): boolean {
  return selector !== undefined || targets.length > 0;
}
