import { getOwn } from "../../base/json.ts";
import type { LabelSelector, LabelSelectorRequirement } from "./label-selector.ts";

/** Labels of an object. */
export interface Labels {
  readonly [key: string]: string;
}

/** Whether the labels fulfil all of the selector's conditions; an empty selector matches every object. */
export function matchesSelector(selector: LabelSelector, labels: Labels): boolean {
  const exact = Object.entries(selector.matchLabels ?? {});
  return (
    exact.every(([key, value]) => getOwn(labels, key) === value) &&
    (selector.matchExpressions ?? []).every((requirement) => fulfils(requirement, labels))
  );
}

function fulfils({ key, operator, values = [] }: LabelSelectorRequirement, labels: Labels): boolean {
  const value = getOwn(labels, key);
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
  }
}

/** Whether the selector has no condition at all, and so matches every object. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
}

/** The selector as kubectl writes it, such as `app=web,tier in (a,b)`: sorted by key; `<none>` if it is empty. */
export function formatSelector(selector: LabelSelector): string {
  const exact = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  const others = (selector.matchExpressions ?? []).map((requirement) => ({
    key: requirement.key,
    text: formatRequirement(requirement),
  }));
  const parts = [...exact, ...others].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return parts.map(({ text }) => text).join(",") || "<none>";
}

function formatRequirement({ key, operator, values = [] }: LabelSelectorRequirement): string {
  if (operator === "Exists") return key;
  if (operator === "DoesNotExist") return `!${key}`;
  return `${key} ${operator === "In" ? "in" : "notin"} (${[...values].sort().join(",")})`;
}
