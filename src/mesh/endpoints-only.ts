import { jsonEqual } from "../base/json.ts";
import type { RegistrySnapshot } from "../registry/index.ts";
import type { DestinationRuleIndex } from "./destination-rule/destination-rule-index.ts";

/** The same services with other endpoints. */
export interface EndpointsChange {
  readonly before: Pick<RegistrySnapshot, "serviceByKey" | "serviceAccounts">;
  readonly after: Pick<RegistrySnapshot, "serviceByKey" | "serviceAccounts">;
}

/**
 * Whether other endpoints of a service make a difference to nothing that proxies are told but the endpoints themselves.
 * They do make one where clusters carry them, or the identities behind them; where they are called by their own
 * addresses; and where a rule sends connections on to wherever they were going, so that one cluster has to do for all of
 * them. A proxy that is found by its address among them has moved, which shows in its view.
 */
export function isEndpointsOnly(key: string, { before, after }: EndpointsChange, rules: DestinationRuleIndex): boolean {
  const service = after.serviceByKey(key);
  if (!service || service !== before.serviceByKey(key)) return false;
  return (
    service.resolution === "endpoints" &&
    !service.headless &&
    !passesThrough(rules) &&
    jsonEqual(before.serviceAccounts(service), after.serviceAccounts(service))
  );
}

const known = new WeakMap<DestinationRuleIndex, boolean>();

/** Whether any rule sends connections on to wherever they were going. */
function passesThrough(index: DestinationRuleIndex): boolean {
  const last = known.get(index);
  if (last !== undefined) return last;
  const found = [...index.byNamespace.values()].some(({ byHost }) =>
    [...byHost.values()]
      .flat()
      .some(({ trafficPolicy, subsets }) =>
        [trafficPolicy, ...subsets.map((subset) => subset.trafficPolicy)].some((policy) =>
          [policy, ...(policy?.portLevelSettings ?? [])].some((each) => each?.loadBalancer?.simple === "PASSTHROUGH"),
        ),
      ),
  );
  known.set(index, found);
  return found;
}
