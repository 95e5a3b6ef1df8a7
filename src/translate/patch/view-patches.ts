import type { ConfigProblem, OutboundScope, ProxyTraits } from "../../mesh/index.ts";
import { type CompiledPatch, compilePatches } from "./compile-patches.ts";
import { isForContext, type Patch, type PatchContext, type PatchedPart } from "./patch.ts";

/** The patches for the proxies of a view, in the order in which they are applied. */
export interface ViewPatches {
  readonly problems: readonly ConfigProblem[];
  /** Those for some part of the configuration and, if it is named, for a context. */
  of<P extends PatchedPart>(part: P, context?: PatchContext): readonly Patch<P>[];
}

const known = new WeakMap<OutboundScope, ViewPatches>();

/** Finds the patches for the proxies of a view. */
export function viewPatches(scope: OutboundScope): ViewPatches {
  const before = known.get(scope);
  if (before) return before;
  const filters = scope.policies.envoyFilters.map(compilePatches);
  const patches = filters
    .flatMap((each) => each.patches)
    .filter((each) => isForProxy(each, scope.proxy))
    .map(({ patch }) => patch);
  const byPart = Map.groupBy(patches, ({ applyTo }) => applyTo);
  const made: ViewPatches = {
    problems: filters.flatMap(({ problems }) => problems),
    of: <P extends PatchedPart>(part: P, context?: PatchContext) => {
      const found = (byPart.get(part) ?? []) as readonly Patch[] as readonly Patch<P>[];
      return context === undefined ? found : found.filter((patch) => isForContext(patch, context));
    },
  };
  known.set(scope, made);
  return made;
}

function isForProxy({ patch, version }: CompiledPatch, { istioVersion, metadata }: ProxyTraits): boolean {
  if (version && (istioVersion === "" || !version.matcher(istioVersion).find())) return false;
  const wanted = Object.entries(patch.match.proxy?.metadata ?? {});
  return wanted.every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value);
}
