import type { ConfigProblem, OutboundScope, ProxyTraits } from "../../mesh/index.ts";
import { type CompiledPatch, compilePatches } from "./compile-patches.ts";
import { isForContext, type Patch, type PatchContext, type PatchedPart } from "./patch.ts";

/** The patches for the proxies of a view, in the order in which they are applied. */
export interface ViewPatches {
  readonly problems: readonly ConfigProblem[];
  /** Those for some part of the configuration and, if it is named, for a context. */
  of<P extends PatchedPart>(part: P, context?: PatchContext): readonly Patch<P>[];
}

type EnvoyFilters = OutboundScope["policies"]["envoyFilters"];

const none: ViewPatches = { problems: [], of: () => [] };
const known = new WeakMap<EnvoyFilters, WeakMap<ProxyTraits, ViewPatches>>();

/** Finds the patches for the proxies of a view. */
export function viewPatches({ policies: { envoyFilters }, proxy }: OutboundScope): ViewPatches {
  if (envoyFilters.length === 0) return none;
  const ofFilters = known.get(envoyFilters) ?? new WeakMap<ProxyTraits, ViewPatches>();
  known.set(envoyFilters, ofFilters);
  const patches = ofFilters.get(proxy) ?? findPatches(envoyFilters, proxy);
  ofFilters.set(proxy, patches);
  return patches;
}

function findPatches(envoyFilters: EnvoyFilters, proxy: ProxyTraits): ViewPatches {
  const filters = envoyFilters.map(compilePatches);
  const patches = filters
    .flatMap((each) => each.patches)
    .filter((each) => isForProxy(each, proxy))
    .map(({ patch }) => patch);
  const byPart = Map.groupBy(patches, ({ applyTo }) => applyTo);
  return {
    problems: filters.flatMap(({ problems }) => problems),
    of: <P extends PatchedPart>(part: P, context?: PatchContext) => {
      const found = (byPart.get(part) ?? []) as readonly Patch[] as readonly Patch<P>[];
      return context === undefined ? found : found.filter((patch) => isForContext(patch, context));
    },
  };
}

function isForProxy({ patch, version }: CompiledPatch, { istioVersion, metadata }: ProxyTraits): boolean {
  if (version && (istioVersion === "" || !version.matcher(istioVersion).find())) return false;
  const wanted = Object.entries(patch.match.proxy?.metadata ?? {});
  return wanted.every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value);
}
