import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { listenerName, virtualOutbound } from "../names.ts";
import { addedListeners, patchListeners } from "../patch/patch-listeners.ts";
import { type Plan, plan } from "../plan.ts";
import { sameKey } from "../plan-cache.ts";
import type { Recall } from "../recall/recall.ts";
import type { OutboundView } from "../view.ts";
import { egressWishes } from "./egress-wishes.ts";
import { httpProxyEntry } from "./http-proxy.ts";
import { ListenerTable, type ListenerWish, type TableEntry } from "./listener-table.ts";
import { buildOutboundListener } from "./outbound-listener.ts";
import { connectionSettings, type OutboundSettings, outboundSettings } from "./outbound-settings.ts";
import { buildVirtualOutbound } from "./virtual-outbound.ts";

/**
 * The listeners of connections that the workload makes, each in a list of its own. What services want is found out service
 * by service, and put together only if one of them wants something else than before.
 */
export function planOutboundListeners(
  recall: Recall<OutboundView>,
  ownAddress: string | undefined,
): readonly (readonly Plan<Listener>[])[] {
  const { scope } = recall.view;
  const settings = outboundSettings(scope);
  const plain = connectionSettings(scope.settings, settings);
  const wishes = scope.sidecar.egress.map(({ listener }, rank) => ({
    ofPort: listener?.port !== undefined,
    lists: egressWishes(recall, rank, ownAddress),
  }));
  const entries = recall.piece(" table", wishes, () => tableOf(wishes));
  const planned = recall.piece(" listeners", [entries, settings], (view, known: PlanLists = []) =>
    keepEqual(
      known,
      entries.map((entry) => patched(view, [planListener(entry, hasRequests(entry) ? settings : plain)])),
    ),
  );
  const others = recall.piece(" others", [settings], (view) => [
    ...patched(view, [...planHttpProxy(view, settings), ...planVirtual(view, settings)]),
    ...addedListeners(view.scope, "SIDECAR_OUTBOUND"),
  ]);
  return [...planned, others];
}

type PlanLists = readonly (readonly Plan<Listener>[])[];

function patched({ scope }: OutboundView, plans: readonly Plan<Listener>[]): readonly Plan<Listener>[] {
  return patchListeners(scope, "SIDECAR_OUTBOUND", plans);
}

/** The lists, but those of before wherever they are equal. */
function keepEqual(before: PlanLists, lists: PlanLists): PlanLists {
  const known = new Map(before.map((list) => [list[0]?.name, list]));
  return lists.map((list) => {
    const last = known.get(list[0]?.name);
    return last && sameKey(last, list) ? last : list;
  });
}

/** What the services of an egress entry want. */
interface EgressWishes {
  /** The entry is for a port; else for all that are left. */
  readonly ofPort: boolean;
  readonly lists: readonly (readonly ListenerWish[])[];
}

function tableOf(wishes: readonly EgressWishes[]): readonly TableEntry[] {
  const table = new ListenerTable();
  for (const { ofPort, lists } of wishes) {
    // The ports of entries before it are not for the entry that has all others.
    if (!ofPort) table.lock();
    for (const list of lists) for (const wish of list) table.add(wish);
  }
  return table.entries().filter(({ chains }) => chains.length > 0);
}

function hasRequests({ chains }: TableEntry): boolean {
  return chains.some(({ kind }) => kind === "http");
}

function planListener({ binds, port, bindsToPort, chains, problems }: TableEntry, settings: OutboundSettings) {
  const subject = chains[0]?.sources[0];
  const key = { settings, binds, port, bindsToPort, chains, problems };
  return plan(listenerName(binds[0], port), buildOutboundListener, key, subject);
}

function planHttpProxy({ scope }: OutboundView, settings: OutboundSettings): readonly Plan<Listener>[] {
  const entry = httpProxyEntry(scope, settings.families);
  return entry ? [planListener(entry, settings)] : [];
}

/** The listener of all connections that are redirected to the proxy, if they are. */
function planVirtual({ scope }: OutboundView, settings: OutboundSettings): readonly Plan<Listener>[] {
  if (scope.proxy.metadata["INTERCEPTION_MODE"] === "NONE") return [];
  const sidecar = scope.sidecar.sidecar?.key;
  const sources = sidecar ? [sidecar] : [];
  return [plan(virtualOutbound, buildVirtualOutbound, { settings, sources }, sidecar)];
}
