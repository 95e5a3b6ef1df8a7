import { matchesSelector } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import type { RegistrySettings } from "./registry-settings.ts";

/** Whether objects of a namespace count: it is one of those watched, and one of the discovery selectors matches it. */
export function isWatched(settings: RegistrySettings, namespace: string, labels: Labels): boolean {
  const { watchedNamespaces, discoverySelectors } = settings;
  if (watchedNamespaces.length > 0 && !watchedNamespaces.includes(namespace)) return false;
  return discoverySelectors.length === 0 || discoverySelectors.some((selector) => matchesSelector(selector, labels));
}
