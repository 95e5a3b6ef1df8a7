import { FairwayError } from "../../base/fault.ts";
import type { KindCatalog } from "../catalog.ts";
import { decodeMessage } from "../schema/decode.ts";
import { encodeMessage } from "../schema/encode.ts";
import { bodySchema } from "./body-schema.ts";
import { readEnvelope, writeEnvelope } from "./envelope.ts";

/** Anything that goes over the API as one body: an object, a list, a Status, options. */
export interface TypedBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

const dialect = { syntax: "kubernetes" } as const;

/** A body in Kubernetes' protobuf; undefined for what has no message there, such as custom resources and tables. */
export function encodeBody(kinds: KindCatalog, body: TypedBody): Uint8Array | undefined {
  const { apiVersion, kind } = body;
  const found = bodySchema(kinds, apiVersion, kind);
  return found && writeEnvelope({ apiVersion, kind, raw: encodeMessage(found.schema, body, dialect) });
}

/**
 * Reads a body in Kubernetes' protobuf. `expected` is what it is taken for where it does not say; a type that has no
 * message, and whatever is malformed, is a BadRequest fault.
 */
export function decodeBody(
  kinds: KindCatalog,
  bytes: Uint8Array,
  expected?: { readonly apiVersion: string; readonly kind: string },
): TypedBody {
  const envelope = readEnvelope(bytes);
  const apiVersion = envelope.apiVersion || (expected?.apiVersion ?? "");
  const kind = envelope.kind || (expected?.kind ?? "");
  const found = bodySchema(kinds, apiVersion, kind);
  if (!found) throw new FairwayError("BadRequest", `there is no protobuf message for ${apiVersion} ${kind}: use JSON`);
  const { items, ...fields } = decodeMessage(found.schema, envelope.raw, dialect);
  if (found.itemKind === undefined) return { apiVersion, kind, ...fields };
  const typed = (Array.isArray(items) ? items : []).map((item) => ({ apiVersion, kind: found.itemKind, ...item }));
  return { apiVersion, kind, ...fields, items: typed };
}
