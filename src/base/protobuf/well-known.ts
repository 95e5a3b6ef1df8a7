import { parseDuration } from "../duration.ts";
import { FairwayError } from "../fault.ts";
import { Misfit } from "./encode-scalar.ts";
import { fieldTypes } from "./message-type.ts";

/** Messages that only wrap a scalar, and which. */
export const wrappers: { readonly [name: string]: number } = {
  "google.protobuf.DoubleValue": fieldTypes.double,
  "google.protobuf.FloatValue": fieldTypes.float,
  "google.protobuf.Int64Value": fieldTypes.int64,
  "google.protobuf.UInt64Value": fieldTypes.uint64,
  "google.protobuf.Int32Value": fieldTypes.int32,
  "google.protobuf.UInt32Value": fieldTypes.uint32,
  "google.protobuf.BoolValue": fieldTypes.bool,
  "google.protobuf.StringValue": fieldTypes.string,
  "google.protobuf.BytesValue": fieldTypes.bytes,
};

interface Part {
  readonly number: number;
  readonly type: number;
  readonly value: number;
}

const secondsAndNanos = (seconds: number, nanos: number): readonly Part[] => [
  { number: 1, type: fieldTypes.int64, value: seconds },
  { number: 2, type: fieldTypes.int32, value: nanos },
];

/** A duration such as `1.5s` as google.protobuf.Duration has it. */
export function durationParts(value: unknown): readonly Part[] {
  const ms = typeof value === "string" ? parseDuration(value) : undefined;
  if (ms === undefined) throw Misfit.of("a duration such as '1.5s'", value);
  const seconds = Math.trunc(ms / 1000);
  return secondsAndNanos(seconds, Math.round((ms - seconds * 1000) * 1e6));
}

/** A time as google.protobuf.Timestamp has it, to the millisecond. */
export function timestampParts(value: unknown): readonly Part[] {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw Misfit.of("a time such as '2026-01-31T12:00:00Z'", value);
  const seconds = Math.floor(ms / 1000);
  return secondsAndNanos(seconds, (ms - seconds * 1000) * 1e6);
}

/** `1.5s` of seconds and nanoseconds, with none, three, six or nine decimals, as proto3 JSON wants. */
export function formatDuration(seconds: number, nanos: number): string {
  const sign = seconds < 0 || nanos < 0 ? "-" : "";
  return `${sign}${Math.abs(seconds)}${formatNanos(Math.abs(nanos))}s`;
}

/** An RFC 3339 time of seconds and nanoseconds; a time that has no such form is a BadRequest fault. */
export function formatTimestamp(seconds: number, nanos: number): string {
  if (Number.isNaN(new Date(seconds * 1000).getTime())) {
    throw new FairwayError("BadRequest", "not a usable protobuf message: a time is out of range");
  }
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${formatNanos(nanos)}Z`;
}

function formatNanos(nanos: number): string {
  return nanos === 0
    ? ""
    : `.${String(nanos)
        .padStart(9, "0")
        .replace(/(000){1,2}$/, "")}`;
}
