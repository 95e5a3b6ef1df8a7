import { FairwayError } from "../../base/fault.ts";
import { WireReader } from "../../base/wire-reader.ts";
import { WireWriter, wireTypes } from "../../base/wire-writer.ts";

/** The media type of Kubernetes' protobuf. */
export const kubeProtobuf = "application/vnd.kubernetes.protobuf";

/** What Kubernetes puts before protobuf, so that nobody takes it for JSON. */
const prefix = Buffer.from("k8s\0");

/** A message and what it is of: Kubernetes' `Unknown { typeMeta = 1 { apiVersion = 1, kind = 2 }, raw = 2 }`. */
export interface Envelope {
  /** Empty where the sender leaves it to the request. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/** The bytes of a body: prefix, then the envelope. */
export function writeEnvelope({ apiVersion, kind, raw }: Envelope): Uint8Array {
  const type = new WireWriter();
  type.tag(1, wireTypes.bytes);
  type.text(apiVersion);
  type.tag(2, wireTypes.bytes);
  type.text(kind);
  const writer = new WireWriter();
  writer.raw(prefix);
  writer.tag(1, wireTypes.bytes);
  writer.bytes(type.finish());
  writer.tag(2, wireTypes.bytes);
  writer.bytes(raw);
  // The encoding and type of what is inside: always empty, and always written.
  writer.tag(3, wireTypes.bytes);
  writer.text("");
  writer.tag(4, wireTypes.bytes);
  writer.text("");
  return writer.finish();
}

/** Takes a body apart; whatever is malformed is a BadRequest fault. `raw` is a view of `bytes`. */
export function readEnvelope(bytes: Uint8Array): Envelope {
  if (!prefix.equals(bytes.subarray(0, prefix.length))) {
    throw new FairwayError("BadRequest", "the body is not Kubernetes' protobuf: its prefix is missing");
  }
  let type = { apiVersion: "", kind: "" };
  let raw: Uint8Array = new Uint8Array();
  const reader = new WireReader(bytes.subarray(prefix.length));
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1 && wireType === wireTypes.bytes) type = readType(reader.bytes());
    else if (field === 2 && wireType === wireTypes.bytes) raw = reader.bytes();
    else if (field === 3 && wireType === wireTypes.bytes) refuseEncoding(reader.text());
    else reader.skip(wireType);
  }
  return { ...type, raw };
}

function readType(bytes: Uint8Array): { apiVersion: string; kind: string } {
  const reader = new WireReader(bytes);
  const type = { apiVersion: "", kind: "" };
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1 && wireType === wireTypes.bytes) type.apiVersion = reader.text();
    else if (field === 2 && wireType === wireTypes.bytes) type.kind = reader.text();
    else reader.skip(wireType);
  }
  return type;
}

function refuseEncoding(encoding: string): void {
  if (encoding !== "") throw new FairwayError("BadRequest", `the body's inner encoding '${encoding}' is not supported`);
}
