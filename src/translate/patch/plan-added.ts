import { type Built, type Plan, plan } from "../plan.ts";
import type { Patch, PatchedPart } from "./patch.ts";

/** Plans for what patches add. What has no name cannot be sent. */
export function planAdded<M>(patches: readonly Patch[]): readonly Plan<M>[] {
  return patches.flatMap((patch) => {
    const { name } = patch.value as { readonly name?: string };
    return name ? [plan<AddedKey, M>(name, buildAdded, { patch }, patch.source)] : [];
  });
}

interface AddedKey {
  readonly patch: Patch<PatchedPart>;
}

function buildAdded<M>({ patch }: AddedKey): Built<M> {
  return { message: patch.value as M, sources: [patch.source] };
}
