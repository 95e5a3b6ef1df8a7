import type { Resource } from "../../api/index.ts";
import { sourceAnnotation } from "../../store/index.ts";
import { gridFieldsAnnotation, gridKeyLabel, gridSelectorLabel } from "./grid-labels.ts";

/** Annotations of a grid that are about the grid itself. */
const ownAnnotations: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  sourceAnnotation,
  gridFieldsAnnotation,
]);

/** The labels of all that a grid makes: its own, its name, and its key where that can be a value. */
export function gridLabels({ metadata }: Resource, key: string): { [key: string]: string } {
  const fits = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(key);
  return { ...metadata.labels, [gridSelectorLabel]: metadata.name ?? "", ...(fits && { [gridKeyLabel]: key }) };
}

/** The annotations of a grid that go to what it makes: there is no other place to ask for them. */
export function gridAnnotations({ metadata }: Resource): { [key: string]: string } {
  const own = Object.entries(metadata.annotations ?? {}).filter(([name]) => !ownAnnotations.has(name));
  return Object.fromEntries(own);
}
