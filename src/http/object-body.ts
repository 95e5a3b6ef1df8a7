import { decodeResource, type KindDefinition } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { WireReader } from "../base/wire-reader.ts";
import { parseAny } from "./body-reader.ts";
import { type Exchange, mediaType, parseJson, readBody } from "./exchange.ts";

/** What Kubernetes puts before protobuf, so that nobody takes it for JSON. */
const prefix = Buffer.from("k8s\0");

/** The object in a request's body: JSON, or for Kubernetes' own kinds protobuf. */
export async function readObject(exchange: Exchange, kind: KindDefinition): Promise<unknown> {
  const type = mediaType(exchange);
  const bytes = await readBody(exchange);
  if (type === "application/json" || bytes.length === 0) return parseJson(bytes, exchange.limits);
  if (type === "application/yaml") return parseAny(bytes, exchange.limits);
  if (type === "application/vnd.kubernetes.protobuf" && kind.protobuf?.of === "object")
    return decodeObject(bytes, kind);
  throw new FairwayError(
    "UnsupportedMediaType",
    `the content type '${type}' is not supported for ${kind.kind}: use application/json`,
  );
}

/** Kubernetes' envelope `Unknown { typeMeta = 1 { apiVersion = 1, kind = 2 }, raw = 2 }`, then the object itself. */
function decodeObject(bytes: Buffer, kind: KindDefinition): unknown {
  if (!bytes.subarray(0, prefix.length).equals(prefix)) {
    throw new FairwayError("BadRequest", "the body is not Kubernetes protobuf: its prefix is missing");
  }
  let type: { apiVersion?: string; kind?: string } = {};
  let raw = new Uint8Array();
  const reader = new WireReader(bytes.subarray(prefix.length));
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1) type = decodeType(reader.bytes());
    else if (field === 2) raw = Uint8Array.from(reader.bytes());
    else reader.skip(wireType);
  }
  const fields = decodeResource(kind, raw);
  return { ...type, ...fields, metadata: withoutEmpty(fields.metadata) };
}

/** Protobuf writes absent names as empty ones. */
function withoutEmpty(metadata: unknown): unknown {
  if (!isObject(metadata)) return metadata;
  return Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => value !== "" && value !== 0 && value !== null),
  );
}

function decodeType(bytes: Uint8Array): { apiVersion?: string; kind?: string } {
  const reader = new WireReader(bytes);
  const type: { apiVersion?: string; kind?: string } = {};
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1) type.apiVersion = reader.text();
    else if (field === 2) type.kind = reader.text();
    else reader.skip(wireType);
  }
  return type;
}
