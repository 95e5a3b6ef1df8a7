import type { Service } from "../core/index.ts";
import { wellKnown } from "./well-known.ts";

const preferences: ReadonlyMap<string, Service["trafficDistribution"]> = new Map([
  ["preferclose", "prefer-same-zone"],
  ["prefersamezone", "prefer-same-zone"],
  ["prefersamenode", "prefer-same-node"],
]);

/** Which endpoints an object prefers: by its field, else by its annotation. Unknown words mean none. */
export function trafficDistribution(
  field: string | undefined,
  annotations: { readonly [key: string]: string },
): Service["trafficDistribution"] {
  const word = field ?? annotations[wellKnown.trafficDistribution] ?? "";
  return preferences.get(word.toLowerCase()) ?? "any";
}
