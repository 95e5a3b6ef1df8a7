import type { Any } from "../../gen/any.ts";
import type { Filter, FilterChain } from "../../gen/envoy/config/listener/v3.ts";
import type {
  HttpConnectionManager,
  HttpFilter,
} from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { changeEach, changeList } from "./change-list.ts";
import { matchesChain } from "./match-listener.ts";
import type { Patch, PatchMatch } from "./patch.ts";
import { mergeAny } from "./patch-messages.ts";
import type { PatchRun } from "./patch-run.ts";

const connectionManager = "envoy.filters.network.http_connection_manager";

/** Whatever has a name and a configuration of any type. */
interface NamedConfig {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

/** A filter with what another says: its name, and its configuration if that is there to be merged into. */
export function mergeFilter<F extends NamedConfig>(filter: F, { name, typedConfig }: NamedConfig): F {
  if (!filter.typedConfig) return filter;
  return {
    ...filter,
    ...(name && { name }),
    ...(typedConfig && { typedConfig: mergeAny(filter.typedConfig, typedConfig) }),
  };
}

/** A chain after the patches of its filters: first which there are, then what is in them. */
export function patchNetworkFilters(listenerName: string, chain: FilterChain, run: PatchRun): FilterChain {
  const before = chain.filters ?? [];
  const isHere = ({ match }: Patch) => matchesChain(match, listenerName, chain);
  const patches = run.of("NETWORK_FILTER").filter(isHere);
  const merges = patches.filter(({ operation }) => operation === "MERGE");
  const httpPatches = run.of("HTTP_FILTER").filter(isHere);
  const there = patches.reduce((filters, patch) => run.apply(patch, filters, changeFilters), before);
  const after = changeEach(there, (filter) => {
    const merged = merges.reduce(
      (each, patch) => (matchesFilter(patch.match, each) ? run.apply(patch, each, mergeInto) : each),
      filter,
    );
    return patchHttpFilters(merged, httpPatches, run);
  });
  return after === before ? chain : { ...chain, filters: after };
}

function changeFilters(filters: readonly Filter[], patch: Patch<"NETWORK_FILTER">): readonly Filter[] {
  const { match, operation, value } = patch;
  const wanted = match.listener?.filterChain?.filter;
  return changeList(filters, operation, value, wanted && ((filter) => matchesFilter(match, filter)));
}

function matchesFilter({ listener }: PatchMatch, { name }: Filter): boolean {
  const wanted = listener?.filterChain?.filter;
  return !wanted || (wanted.name ?? "") === name;
}

function mergeInto<F extends NamedConfig>(filter: F, { value }: { readonly value: NamedConfig }): F {
  return mergeFilter(filter, value);
}

function patchHttpFilters(filter: Filter, patches: readonly Patch<"HTTP_FILTER">[], run: PatchRun): Filter {
  if (filter.name !== connectionManager || !filter.typedConfig) return filter;
  const manager = filter.typedConfig as Any & HttpConnectionManager;
  const before = manager.httpFilters ?? [];
  const here = patches.filter(({ match }) => matchesFilter(match, filter));
  const there = here.reduce((filters, patch) => run.apply(patch, filters, changeHttpFilters), before);
  const merges = here.filter((patch) => patch.operation === "MERGE" && subFilterOf(patch));
  const after = changeEach(there, (httpFilter) =>
    merges.reduce(
      (each, patch) => (each.name === subFilterOf(patch) ? run.apply(patch, each, mergeInto) : each),
      httpFilter,
    ),
  );
  return after === before ? filter : { ...filter, typedConfig: { ...manager, httpFilters: after } };
}

function changeHttpFilters(filters: readonly HttpFilter[], patch: Patch<"HTTP_FILTER">): readonly HttpFilter[] {
  const wanted = subFilterOf(patch);
  return changeList(filters, patch.operation, patch.value, wanted ? ({ name }) => name === wanted : undefined);
}

function subFilterOf({ match }: Patch): string | undefined {
  return match.listener?.filterChain?.filter?.subFilter?.name;
}
