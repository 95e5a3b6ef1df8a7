import { getOwn } from "./json.ts";

/** Labels, or a selector that asks for them. */
export interface Labels {
  readonly [key: string]: string;
}

/** Whether `labels` has every label of `selector` with its value. An empty selector selects everything. */
export function isSuperset(labels: Labels, selector: Labels): boolean {
  for (const key of Object.keys(selector)) if (getOwn(labels, key) !== selector[key]) return false;
  return true;
}

/** `isSuperset` the other way round: whether all of `labels` is in `of`. */
export function isSubset(labels: Labels, of: Labels): boolean {
  return isSuperset(of, labels);
}

/** Whether one of several label sets is selected. Without any set, only an empty selector selects. */
export function anyIsSuperset(sets: readonly Labels[], selector: Labels): boolean {
  return sets.length === 0 ? Object.keys(selector).length === 0 : sets.some((labels) => isSuperset(labels, selector));
}

/** Whether one of several selectors selects `labels`. Without any selector everything is selected. */
export function anyIsSubset(selectors: readonly Labels[], labels: Labels): boolean {
  return selectors.length === 0 || selectors.some((selector) => isSubset(selector, labels));
}
