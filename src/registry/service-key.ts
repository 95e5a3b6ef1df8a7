import { isObject } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";
import type { Service } from "../core/index.ts";

/** One text for each service: hosts of different namespaces are different services. */
export function serviceKey(service: Pick<Service, "namespace" | "hostname">): string {
  return `${service.namespace}/${service.hostname}`;
}

/**
 * The place of a selector in an index of selectors: of its labels the first by key. Who looks up by labels asks for each
 * of them with `labelPlaces`, and checks what he finds.
 */
export function selectorPlace(namespace: string, selector: Labels): string | undefined {
  const [key] = Object.keys(selector).sort();
  return key === undefined ? undefined : `${namespace} ${key}=${selector[key]}`;
}

/** All places where selectors can be that select these labels. */
export function labelPlaces(namespace: string, labels: Labels): readonly string[] {
  return isObject(labels) ? Object.keys(labels).map((key) => `${namespace} ${key}=${labels[key]}`) : [];
}
