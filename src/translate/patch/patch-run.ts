import type { ResourceKey } from "../../api/index.ts";
import { type ConfigProblem, configProblem } from "../../mesh/index.ts";
import { distinctSources } from "../distinct-sources.ts";
import type { Built, Plan } from "../plan.ts";
import type { Patch, PatchedPart } from "./patch.ts";
import { messageOf } from "./patch-messages.ts";

/** All that a patched resource is made from: what it is without patches, and those that may change it. */
export interface PatchedKey<M> {
  readonly base: object;
  readonly build: Plan<M>["build"];
  readonly patches: readonly Patch[];
}

/** Plans a resource with patches. Nothing but its key changes, so that what no patch is for stays shared. */
export function planPatched<M>(
  { build, key, ...plan }: Plan<M>,
  patches: readonly Patch[],
  patched: (key: PatchedKey<M>) => Built<M>,
): Plan<M> {
  if (patches.length === 0) return { build, key, ...plan };
  return { ...plan, key: { base: key, build, patches } satisfies PatchedKey<M>, build: patched };
}

/** One attempt at applying patches to a resource. */
export class PatchRun {
  readonly #patches: ReadonlyMap<PatchedPart, readonly Patch[]>;
  readonly #applied = new Set<Patch>();
  #current: Patch | undefined;

  constructor(patches: readonly Patch[]) {
    this.#patches = Map.groupBy(patches, ({ applyTo }) => applyTo);
  }

  /** The patch that is being applied. */
  get current(): Patch | undefined {
    return this.#current;
  }

  /** The EnvoyFilters that changed something. */
  get sources(): readonly ResourceKey[] {
    return Array.from(this.#applied, ({ source }) => source);
  }

  /** The patches for a part, in order. */
  of<P extends PatchedPart>(part: P): readonly Patch<P>[] {
    return (this.#patches.get(part) ?? []) as readonly Patch[] as readonly Patch<P>[];
  }

  /** Applies a patch to a value; what comes back is the value itself if the patch is not for it. */
  apply<P extends PatchedPart, T>(patch: Patch<P>, value: T, change: (value: T, patch: Patch<P>) => T): T {
    this.#current = patch as Patch;
    const changed = change(value, patch);
    this.#current = undefined;
    if (changed !== value) this.#applied.add(patch as Patch);
    return changed;
  }
}

/**
 * Builds a resource and patches it. A patch that fails anywhere in the resource is left out of all of it: what is sent is
 * never half patched.
 */
export function buildPatched<M>(key: PatchedKey<M>, change: (message: M, run: PatchRun) => M): Built<M> {
  const built = key.build(key.base as never);
  const problems: ConfigProblem[] = [...(built.problems ?? [])];
  let patches = key.patches;
  for (;;) {
    const run = new PatchRun(patches);
    try {
      const message = change(built.message, run);
      const sources = distinctSources([...built.sources, ...run.sources]);
      return { message, sources, ...(problems.length > 0 && { problems }) };
    } catch (error) {
      const failed = run.current;
      if (!failed) throw error;
      problems.push(failure(failed, error));
      patches = patches.filter((patch) => patch !== failed);
    }
  }
}

function failure({ source, position }: Patch, error: unknown): ConfigProblem {
  const path = ["spec", "configPatches", position, "patch", "value"];
  return configProblem(source, "FW1243", path, messageOf(error));
}
