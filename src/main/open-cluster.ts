import type { Resource } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import {
  AddressRange,
  ClusterStore,
  EndpointController,
  NamespaceDefaults,
  NamespaceLifecycle,
  ServiceAllocator,
  TokenSecrets,
} from "../controllers/index.ts";
import type { ResourceStore } from "../core/index.ts";
import type { ServiceAccountTokens } from "../http/index.ts";
import type { Ground } from "./ground.ts";

/** The store with the rules of a cluster, and the loops that go with them. */
export async function openCluster(
  { settings, store, logs, authority, stops }: Ground,
  tokens: ServiceAccountTokens,
): Promise<ResourceStore> {
  const log = logs.scope("cluster", "Namespaces, addresses and endpoints of Services");
  const report = (error: unknown) => log.warn("A loop of the cluster failed and goes on", { error });
  const start = async (loop: { start(): Promise<void>; close(): Promise<void> }) => {
    stops.push(() => loop.close());
    await loop.start();
  };
  const ranges = { addresses: addressRanges(settings.serviceAddressRange), nodePorts: settings.serviceNodePortRange };
  const services = new ServiceAllocator({ store, ranges, random: Math.random, report });
  await start(services);
  const cluster = new ClusterStore(store, services);
  await start(new NamespaceLifecycle({ store: cluster, clock: systemClock, report }));
  await start(new NamespaceDefaults({ store: cluster, authority: authority.certificate, report }));
  const issue = (account: Resource, { metadata: { name = "", uid = "" } }: Resource) =>
    tokens.issue(account, { audiences: [], lifetime: undefined, bound: { kind: "Secret", name, uid } }).token;
  const certificate = authority.certificate;
  await start(new TokenSecrets({ store: cluster, authority: certificate, issue, clock: systemClock, report }));
  if (settings.endpointController) await start(new EndpointController({ store: cluster, report }));
  return cluster;
}

function addressRanges(texts: readonly string[]): readonly AddressRange[] {
  const flag = "--service-cluster-ip-range";
  const ranges = texts.map((text) => {
    const range = AddressRange.parse(text);
    if (!range) throw new FairwayError("Settings", `${flag} must be a range such as 10.96.0.0/12, not '${text}'`);
    return range;
  });
  const families = new Set(ranges.map(({ family }) => family));
  if (ranges.length > 0 && families.size === ranges.length) return ranges;
  throw new FairwayError("Settings", `${flag} must be one range, or two of different IP families`);
}
