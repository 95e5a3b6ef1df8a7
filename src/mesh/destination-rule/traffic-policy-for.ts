import type { PortTrafficPolicy, TrafficPolicy } from "../../api/index.ts";
import type { MergedDestinationRule } from "./merge-destination-rules.ts";

/** A traffic policy for one port: nothing in it depends on the port any more. */
export type PortPolicy = Omit<TrafficPolicy, "portLevelSettings">;

const portFields = ["loadBalancer", "connectionPool", "outlierDetection", "tls"] as const;

/**
 * The policy of a port of a service, or of one of its subsets. A subset's fields stand over the rule's, one by one; a
 * level that has settings for the port replaces all four fields that a port can have, also those that it leaves out.
 */
export function trafficPolicyFor(rule: MergedDestinationRule, port: number, subset = ""): PortPolicy {
  const service = overlay({}, rule.trafficPolicy, port);
  const found = subset === "" ? undefined : rule.subsets.find(({ name }) => name === subset);
  return overlay(service, found?.trafficPolicy, port);
}

function overlay(base: PortPolicy, policy: TrafficPolicy | undefined, port: number): PortPolicy {
  if (!policy) return base;
  const { portLevelSettings = [], ...fields } = policy;
  const merged = { ...base, ...withoutUndefined(fields) };
  const settings = portLevelSettings.find((each) => each.port?.number === port);
  return settings ? replacePortFields(merged, settings) : merged;
}

function replacePortFields(policy: PortPolicy, settings: PortTrafficPolicy): PortPolicy {
  const kept = Object.entries(policy).filter(([name]) => !(portFields as readonly string[]).includes(name));
  const { port: _, ...given } = settings;
  return { ...Object.fromEntries(kept), ...withoutUndefined(given) };
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
