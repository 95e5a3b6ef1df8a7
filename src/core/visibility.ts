/**
 * In which namespaces something is seen. `all` is everywhere; else the namespaces named, which may be none. Made from
 * exportTo: `*` all, `.` the own namespace, `~` nowhere, or names.
 */
export type Visibility = "all" | ReadonlySet<string>;

/** The visibility of an exportTo list in a namespace; an empty list means `fallback`. */
export function parseVisibility(
  exportTo: readonly string[] | undefined,
  namespace: string,
  fallback: Visibility,
): Visibility {
  if (exportTo === undefined || exportTo.length === 0) return fallback;
  if (exportTo.includes("*")) return "all";
  if (exportTo.includes("~")) return nowhereVisible;
  return new Set(exportTo.map((word) => (word === "." ? namespace : word)));
}

/** Seen in no namespace. */
export const nowhereVisible: Visibility = new Set();

export function isVisible(visibility: Visibility, namespace: string): boolean {
  return visibility === "all" || visibility.has(namespace);
}
