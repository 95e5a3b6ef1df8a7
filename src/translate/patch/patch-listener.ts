import type { FilterChain, Listener, ListenerFilter } from "../../gen/envoy/config/listener/v3.ts";
import type { Built } from "../plan.ts";
import { changeEach, changeList } from "./change-list.ts";
import { matchesChain } from "./match-listener.ts";
import { isMerge, type Patch } from "./patch.ts";
import { mergeFilter, patchNetworkFilters } from "./patch-filters.ts";
import { patchInlineRoutes } from "./patch-inline-routes.ts";
import { mergePart } from "./patch-messages.ts";
import { buildPatched, type PatchedKey, type PatchRun } from "./patch-run.ts";
import { mergeSocket } from "./transport-socket.ts";

/** Builds a listener and patches it: the routes in it, then itself, its filters, and its chains with theirs. */
export function buildPatchedListener(key: PatchedKey<Listener>): Built<Listener> {
  return buildPatched(key, (listener, run) => {
    const merged = run
      .of("LISTENER")
      .reduce((before, patch) => run.apply(patch, before, mergeListener), patchInlineRoutes(listener, run));
    return patchChains(patchListenerFilters(merged, run), run);
  });
}

function mergeListener(listener: Listener, patch: Patch<"LISTENER">): Listener {
  // A listener keeps its name: by it the proxy knows which of its listeners changes.
  return { ...mergePart(listener, patch), ...(listener.name !== undefined && { name: listener.name }) };
}

function patchListenerFilters(listener: Listener, run: PatchRun): Listener {
  const before = listener.listenerFilters ?? [];
  const after = run.of("LISTENER_FILTER").reduce((filters, patch) => run.apply(patch, filters, changeFilters), before);
  return after === before ? listener : { ...listener, listenerFilters: after };
}

function changeFilters(filters: readonly ListenerFilter[], patch: Patch<"LISTENER_FILTER">): readonly ListenerFilter[] {
  const wanted = patch.match.listener?.listenerFilter;
  const matches = wanted ? ({ name }: ListenerFilter) => name === wanted : undefined;
  if (patch.operation !== "MERGE") return changeList(filters, patch.operation, patch.value, matches);
  if (!matches) return filters;
  const { typedConfig } = patch.value;
  return changeEach(filters, (each) => (matches(each) ? mergeFilter(each, { typedConfig }) : each));
}

function patchChains(listener: Listener, run: PatchRun): Listener {
  const { filterChains = [], defaultFilterChain } = listener;
  const changed = filterChains.map((chain) => patchChain(listener, chain, run));
  const own = defaultFilterChain && patchChain(listener, defaultFilterChain, run);
  const added = run
    .of("FILTER_CHAIN")
    .filter(({ operation }) => operation === "ADD")
    .reduce((chains: readonly FilterChain[], patch) => run.apply(patch, chains, addChain), []);
  if (added.length === 0 && own === defaultFilterChain && changed.every((chain, i) => chain === filterChains[i])) {
    return listener;
  }
  const { defaultFilterChain: _, ...rest } = listener;
  const chains = [...changed.filter((chain) => chain !== undefined), ...added];
  return { ...rest, filterChains: chains, ...(own && { defaultFilterChain: own }) };
}

/** A chain without filters serves nobody. */
function addChain(chains: readonly FilterChain[], { value }: Patch<"FILTER_CHAIN">): readonly FilterChain[] {
  return value.filters ? [...chains, value] : chains;
}

/** The chain after its patches; undefined if one of them removes it. */
function patchChain(listener: Listener, chain: FilterChain, run: PatchRun): FilterChain | undefined {
  let changed: FilterChain | undefined = chain;
  for (const patch of run.of("FILTER_CHAIN")) {
    if (!changed) return undefined;
    if (!matchesChain(patch.match, listener.name ?? "", changed)) continue;
    changed = run.apply(patch, changed as FilterChain | undefined, changeChain);
  }
  return changed && patchNetworkFilters(listener.name ?? "", changed, run);
}

function changeChain(chain: FilterChain | undefined, patch: Patch<"FILTER_CHAIN">): FilterChain | undefined {
  if (patch.operation === "REMOVE" || !chain) return undefined;
  if (!isMerge(patch)) return chain;
  const { transportSocket: from } = patch.value;
  // Sockets of one name are merged, and then nothing else of the patch counts, as with istiod.
  if (from && chain.transportSocket?.name === from.name && chain.transportSocket) {
    return { ...chain, transportSocket: mergeSocket(chain.transportSocket, from) };
  }
  return mergePart(chain, patch);
}
