/** The first of each name: proxies refuse everything if two resources have the same. The list itself if all differ. */
export function distinctNames<T extends { readonly name: string }>(plans: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  for (const { name } of plans) seen.add(name);
  if (seen.size === plans.length) return plans;
  return plans.filter(({ name }) => seen.delete(name));
}
