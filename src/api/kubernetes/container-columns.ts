import type { PodTemplateSpec } from "./pod-template.ts";

/** Names and images of a template's containers, each joined by commas, as kubectl's wide output has them. */
export function containerColumns(template: PodTemplateSpec): { readonly names: string; readonly images: string } {
  const containers = template.spec?.containers ?? [];
  return {
    names: containers.map((container) => container.name).join(","),
    images: containers.map((container) => container.image ?? "").join(","),
  };
}
