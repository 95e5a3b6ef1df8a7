import { matchesSelector } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import type { Part } from "./part.ts";

const operators = ["In", "NotIn", "Exists", "DoesNotExist"] as const;

/** Whether a Kubernetes LabelSelector selects the labels. One that is absent selects everything. */
export function selects(selector: Part, labels: Labels): boolean {
  if (!selector.exists) return true;
  const matchExpressions = selector
    .at("matchExpressions")
    .items()
    .flatMap((expression) => {
      const operator = operators.find((known) => known === expression.at("operator").text);
      return operator ? [{ key: expression.at("key").text, operator, values: expression.at("values").texts() }] : [];
    });
  return matchesSelector({ matchLabels: selector.at("matchLabels").labels(), matchExpressions }, labels);
}

/** `app=web,tier=front`, sorted by key. */
export function formatLabels(labels: Labels): string {
  return Object.keys(labels)
    .sort()
    .map((key) => `${key}=${labels[key]}`)
    .join(",");
}

/** Whether there is no label. */
export function isEmpty(labels: Labels): boolean {
  return Object.keys(labels).length === 0;
}
