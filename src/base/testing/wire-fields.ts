import { WireReader } from "../wire-reader.ts";
import { wireTypes } from "../wire-writer.ts";

/** The length-delimited fields of a message whose schema the codec does not know, by their numbers. */
export function wireFields(bytes: Uint8Array): (field: number) => readonly Uint8Array[] {
  const found = new Map<number, Uint8Array[]>();
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (wireType === wireTypes.bytes) found.set(field, [...(found.get(field) ?? []), reader.bytes()]);
    else reader.skip(wireType);
  }
  return (field) => found.get(field) ?? [];
}

/** The first of these fields, as text; empty if there is none. */
export function wireText(bytes: Uint8Array, field: number): string {
  return Buffer.from(wireFields(bytes)(field)[0] ?? []).toString();
}
