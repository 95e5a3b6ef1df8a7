import { type MeshConfig, matchesSelector } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import { isVisible, nowhereVisible, type Visibility } from "../core/index.ts";

type EntryVisibility = NonNullable<MeshConfig["serviceEntryVisibility"]>;

/** Where a ServiceEntry is seen that says `own` itself: no further than the mesh lets entries of its namespace be seen. */
export function entryVisibility(
  own: Visibility,
  namespace: { readonly name: string; readonly labels: Labels },
  limits: EntryVisibility | undefined,
): Visibility {
  if (!limits?.applyToSidecars) return own;
  const policy = limits.policies?.find(({ matchingRules = [] }) =>
    matchingRules.every(({ namespaceSelector }) => matchesSelector(namespaceSelector ?? {}, namespace.labels)),
  );
  switch (policy ? policy.visibility : limits.defaultVisibility) {
    case "NONE":
      return nowhereVisible;
    case "NAMESPACE":
      return isVisible(own, namespace.name) ? new Set([namespace.name]) : nowhereVisible;
    default:
      return own;
  }
}
