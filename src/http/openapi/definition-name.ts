import type { KindDefinition } from "../../api/index.ts";

/** What every object's metadata is described by. */
export const objectMetaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/**
 * The name of a kind's description in OpenAPI documents, as Kubernetes makes it: `io.k8s.api.apps.v1.Deployment` for its
 * own kinds, the group backwards for others, `io.istio.networking.v1.VirtualService`.
 */
export function definitionName(kind: KindDefinition, version: string): string {
  const parts = kind.group.split(".");
  const builtIn = kind.group === "" || kind.protobuf?.of === "object";
  const prefix = builtIn ? `io.k8s.api.${parts[0] || "core"}` : parts.reverse().join(".");
  return `${prefix}.${version}.${kind.kind}`;
}
