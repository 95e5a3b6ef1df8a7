import { kubeProtobuf, type Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { acceptedTypes } from "./accepted-types.ts";
import { type Exchange, header } from "./exchange.ts";
import { table } from "./table.ts";
import type { View } from "./view.ts";

/** The form in which a client wants objects: whole, as rows of a table, or their metadata only. */
export type Form = "whole" | "table" | "metadata";

const known: ReadonlySet<string> = new Set([
  "application/json",
  "application/yaml",
  "application/*",
  "*/*",
  kubeProtobuf,
]);

/** The first form in the request's Accept header that can be made; none is a NotAcceptable fault. */
export function formOf(exchange: Exchange): Form {
  const accept = header(exchange, "accept") ?? "";
  for (const { type, parameters } of acceptedTypes(accept)) {
    if (type !== "" && !known.has(type)) continue;
    const as = parameters.find((text) => text.startsWith("as="))?.slice(3);
    if (as === undefined) return "whole";
    if (as === "Table" && type !== kubeProtobuf) return "table";
    if (as === "PartialObjectMetadata" || as === "PartialObjectMetadataList") return "metadata";
  }
  throw new FairwayError("NotAcceptable", `none of the media types in '${accept}' can be made: use application/json`);
}

/** How a list came to be. */
export interface ListMeta {
  readonly resourceVersion: string | undefined;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** One object in the form that a client wants; `now` in milliseconds since the epoch. */
export function oneObject(exchange: Exchange, view: View, resource: Resource, now: number): object {
  const form = formOf(exchange);
  if (form === "whole") return resource;
  if (form === "metadata") return partial(resource);
  const { resourceVersion } = resource.metadata;
  return table(view.kind, [resource], {
    now,
    includeObject: exchange.query.get("includeObject"),
    meta: { resourceVersion },
  });
}

/** A list of objects in the form that a client wants. */
export function listOf(
  exchange: Exchange,
  view: View,
  items: readonly Resource[],
  meta: ListMeta,
  now: number,
): object {
  const form = formOf(exchange);
  if (form === "table")
    return table(view.kind, items, { now, includeObject: exchange.query.get("includeObject"), meta });
  if (form === "whole") return { kind: `${view.kind.kind}List`, apiVersion: view.apiVersion, metadata: meta, items };
  const kind = "PartialObjectMetadataList";
  return { kind, apiVersion: "meta.k8s.io/v1", metadata: meta, items: items.map(partial) };
}

/** An object without all but its metadata. */
export function partial({ metadata }: Resource): object {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata };
}
