import { formatKey, type ResourceKey } from "../api/index.ts";
import type { ResourceChange } from "../core/index.ts";
import type { RegistryChange, RegistrySnapshot } from "../registry/index.ts";
import type { DestinationRuleIndex } from "./destination-rule/destination-rule-index.ts";
import { isEndpointsOnly } from "./endpoints-only.ts";

/**
 * Why something is different. `global`: the settings of the mesh; `service`: a service came, changed or went; `config`: an
 * object; `endpoint`: what is behind a service; `headlessendpoint`: the same, of one whose endpoints are called themselves;
 * `proxy`: a workload, to the proxies beside it, or the place of a node, to those on it and to who calls them.
 */
export type ChangeReason = "global" | "service" | "config" | "endpoint" | "headlessendpoint" | "proxy";

/** What is different from the last snapshot, as far as one batch of changes brought it. */
export interface EnvironmentChange {
  /** How many objects, services or workloads are different for each reason. */
  readonly reasons: ReadonlyMap<ChangeReason, number>;
  /**
   * Anything may be different; otherwise only endpoints are, and what is told to proxies that have moved, in that other
   * things are true of their workloads.
   */
  readonly full: boolean;
  /** Keys of the objects that changed, and of the services whose endpoints did; empty: anything may have. */
  readonly keys: ReadonlySet<string>;
  /** All objects that came, changed or went with it, also those that make no difference by themselves. */
  readonly objects: readonly ResourceKey[];
  /** How many of the services are gone. */
  readonly removedServices: number;
}

/** The settings of the mesh are others, or the ways between its networks are. */
export const globalChange: EnvironmentChange = {
  reasons: new Map([["global", 1]]),
  full: true,
  keys: new Set(),
  objects: [],
  removedServices: 0,
};

/** What one batch of changes did. */
export interface Batch {
  /** All of it. */
  readonly changes: readonly ResourceChange[];
  /** Objects of the mesh's own kinds that changed. */
  readonly objects: readonly ResourceChange[];
  readonly registry: RegistryChange;
  /** Services and endpoints before it and after it. */
  readonly before: RegistrySnapshot;
  readonly after: RegistrySnapshot;
  readonly destinationRules: DestinationRuleIndex;
}

/** What a batch means to proxies; undefined if nothing. */
export function environmentChange(batch: Batch): EnvironmentChange | undefined {
  const { objects, registry, before, after } = batch;
  const { services, endpoints, workloads, nodes, gateways } = registry;
  const behind = [...endpoints].filter((key) => !services.has(key));
  const headless = behind.filter((key) => after.serviceByKey(key)?.headless);
  const counts: readonly (readonly [ChangeReason, number])[] = [
    ["global", gateways ? 1 : 0],
    ["service", services.size],
    ["config", objects.length],
    ["headlessendpoint", headless.length],
    ["endpoint", behind.length - headless.length],
    ["proxy", workloads.size + nodes.size],
  ];
  const reasons = new Map(counts.filter(([, count]) => count > 0));
  if (reasons.size === 0) return undefined;
  const decided = services.size > 0 || objects.length > 0 || gateways;
  const full = decided || !behind.every((key) => isEndpointsOnly(key, { before, after }, batch.destinationRules));
  return {
    reasons,
    full,
    // Ways between networks have no key: with them anything may be different.
    keys: gateways
      ? new Set()
      : new Set([...objects.map(({ key }) => formatKey(key)), ...services, ...behind, ...workloads, ...nodes]),
    objects: batch.changes.map(({ key }) => key),
    removedServices: [...services].filter((key) => after.serviceByKey(key) === undefined).length,
  };
}
