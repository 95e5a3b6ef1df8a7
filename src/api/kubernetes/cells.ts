/** The items as `kubectl get` lists them, or `none` if there are none. */
export function joinOr(items: readonly string[] | undefined, none: string): string {
  return items === undefined || items.length === 0 ? none : items.join(",");
}

/** The first three items, and how many more there are. */
export function joinFew(items: readonly string[], none: string): string {
  const shown = 3;
  const text = joinOr(items.slice(0, shown), none);
  return items.length > shown ? `${text} + ${items.length - shown} more...` : text;
}

/** Labels as `a=1,b=2`, sorted by key. */
export function formatLabels(labels: { readonly [key: string]: string } | undefined): string {
  const entries = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return joinOr(
    entries.map(([key, value]) => `${key}=${value}`),
    "<none>",
  );
}
