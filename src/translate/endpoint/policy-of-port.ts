import { type MergedDestinationRule, type PortPolicy, trafficPolicyFor } from "../../mesh/index.ts";

const known = new WeakMap<MergedDestinationRule, Map<string, PortPolicy>>();

const silent: PortPolicy = {};

/** What a rule says of a port and subset of a service; the same object each time, and empty without a rule. */
export function policyOfPort(rule: MergedDestinationRule | undefined, port: number, subset: string): PortPolicy {
  if (!rule) return silent;
  const answers = known.get(rule) ?? new Map<string, PortPolicy>();
  known.set(rule, answers);
  const id = `${port} ${subset}`;
  const policy = answers.get(id) ?? trafficPolicyFor(rule, port, subset);
  answers.set(id, policy);
  return policy;
}
