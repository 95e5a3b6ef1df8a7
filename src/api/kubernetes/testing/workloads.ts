import type { Resource } from "../../resource.ts";

type Fields = { readonly [name: string]: unknown };

/** A container that needs nothing more; `fields` add to it or take its place. */
export function containerWith(fields: Fields = {}): Fields {
  return { name: "app", image: "docker.io/example/app:1.0", ...fields };
}

/** A pod with one plain container. */
export function podWith(spec: Fields = {}): Resource {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [containerWith()], ...spec } };
}

/** A workload of `kind` whose selector matches its template. */
export function workloadWith(
  kind: "Deployment" | "StatefulSet" | "DaemonSet",
  spec: Fields = {},
  podSpec: Fields = {},
): Resource {
  return { apiVersion: "apps/v1", kind, metadata: { name: "w" }, spec: workloadSpecWith(spec, podSpec) };
}

/** The spec of such a workload. */
export function workloadSpecWith(spec: Fields = {}, podSpec: Fields = {}): Fields {
  return {
    selector: { matchLabels: { app: "w" } },
    template: { metadata: { labels: { app: "w" } }, spec: { containers: [containerWith()], ...podSpec } },
    ...spec,
  };
}
