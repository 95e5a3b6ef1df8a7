import type { PolicyTargetReference, Resource } from "../../api/index.ts";
import { isSuperset, type Labels } from "../../base/labels.ts";
import { type ConfigOrigin, originOf } from "../precedence.ts";

/** An object that is for some workloads, of whatever kind. */
export interface Policy<R extends Resource = Resource> extends ConfigOrigin {
  readonly resource: R;
  /** Labels that its workloads have; undefined: all workloads. */
  readonly selector?: Labels;
  /** Gateways and services that it is attached to instead. */
  readonly targets: readonly PolicyTargetReference[];
}

/** The workload that policies are looked up for. */
export interface Workload {
  readonly namespace: string;
  readonly labels: Labels;
}

/** The ways in which kinds say which workloads they are for. */
interface Attached extends Resource {
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Labels | undefined } | Labels | undefined;
    readonly workloadSelector?: { readonly labels?: Labels | undefined } | undefined;
    readonly targetRef?: PolicyTargetReference | undefined;
    readonly targetRefs?: readonly PolicyTargetReference[] | undefined;
  };
}

/** Reads which workloads an object is for. */
export function resolvePolicy<R extends Resource>(resource: R): Policy<R> {
  const { selector, workloadSelector, targetRef, targetRefs } = (resource as unknown as Attached).spec ?? {};
  const labels = workloadSelector?.labels ?? (selector?.matchLabels as Labels | undefined);
  return {
    ...originOf(resource),
    resource,
    ...(labels && Object.keys(labels).length > 0 && { selector: labels }),
    targets: [...(targetRef ? [targetRef] : []), ...(targetRefs ?? [])],
  };
}

/** Label that a proxy of the Gateway API carries: the name of its Gateway. */
const gatewayNameLabel = "gateway.networking.k8s.io/gateway-name";
const gatewayClassLabel = "gateway.networking.k8s.io/gateway-class-name";
const gatewayGroup = "gateway.networking.k8s.io";

/**
 * Whether a policy is for a workload, given that its namespace is the workload's or the root one. Only proxies of the
 * Gateway API heed targets, and a target is always in the policy's own namespace, but for the class of all gateways,
 * which the root namespace can name.
 */
export function isAttached(policy: Policy, { namespace, labels }: Workload, rootNamespace: string): boolean {
  if (policy.targets.length === 0) return !policy.selector || isSuperset(labels, policy.selector);
  const gateway = labels[gatewayNameLabel];
  if (gateway === undefined) return false;
  return policy.targets.some(({ group, kind, name, namespace: itsNamespace }) => {
    if (group !== gatewayGroup || itsNamespace) return false;
    if (kind === "Gateway") return policy.namespace === namespace && name === gateway;
    return kind === "GatewayClass" && policy.namespace === rootNamespace && name === labels[gatewayClassLabel];
  });
}
