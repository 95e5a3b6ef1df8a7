import type { Service } from "../core/index.ts";

/** The older before the younger; of one age by name and namespace. */
export function byAge(a: Service, b: Service): number {
  return (
    a.created - b.created ||
    compareText(a.name, b.name) ||
    compareText(a.namespace, b.namespace) ||
    compareText(a.hostname, b.hostname) ||
    compareText(a.origin.name, b.origin.name)
  );
}

/** Of services that claim the same host: Kubernetes before entries, then by age. */
export function byPrecedence(a: Service, b: Service): number {
  if (a.registry !== b.registry) return a.registry === "Kubernetes" ? -1 : 1;
  return byAge(a, b);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
