import { sharedBytes } from "../base/shared-bytes.ts";
import { fieldSize, WireWriter, wireTypes } from "../base/wire-writer.ts";
import type { XdsResource } from "./xds-resource.ts";
import type { XdsForm } from "./xds-types.ts";

/** What every response of either form begins with: the version of what it brings, and the type. */
export function encodeHead({ type, version }: { readonly type: string; readonly version: string }): Uint8Array {
  const head = new WireWriter();
  text(head, 1, version);
  text(head, 4, type);
  return head.finish();
}

/** Resources as fields of a DiscoveryResponse. */
export function encodeSotwResources(resources: readonly XdsResource[]): Uint8Array {
  const bytes = sharedBytes(resources.reduce((sum, { field }) => sum + field.length, 0));
  let at = 0;
  for (const { field } of resources) {
    bytes.set(field, at);
    at += field.length;
  }
  return bytes;
}

/** Resources as fields of a DeltaDiscoveryResponse. */
export function encodeDeltaResources(resources: readonly XdsResource[]): Uint8Array {
  const sizes = resources.map(deltaSize);
  const writer = new WireWriter(sharedBytes(sizes.reduce((sum, size) => sum + fieldSize(size), 0)));
  for (const [i, { name, version, field }] of resources.entries()) {
    writer.tag(2, wireTypes.bytes);
    writer.varint(sizes[i] as number);
    text(writer, 1, version);
    text(writer, 3, name);
    writer.raw(field);
  }
  return writer.finish();
}

/** Bytes of a Resource: its version and name around the bytes that the resource has already. */
function deltaSize({ name, version, field }: XdsResource): number {
  return textSize(version) + textSize(name) + field.length;
}

/** Names that are gone, as fields of a DeltaDiscoveryResponse. */
export function encodeRemoved(names: readonly string[]): Uint8Array {
  const writer = new WireWriter();
  for (const name of names) text(writer, 6, name);
  return writer.finish();
}

/** The nonce, to be put behind either. */
export function encodeNonce(nonce: string): Uint8Array {
  const length = Buffer.byteLength(nonce);
  if (length > 0x7f) {
    const writer = new WireWriter();
    text(writer, 5, nonce);
    return writer.finish();
  }
  // Every response has one of its own: as little as can be is made for it.
  const bytes = Buffer.allocUnsafe(2 + length);
  bytes[0] = 5 * 8 + wireTypes.bytes;
  bytes[1] = length;
  bytes.write(nonce, 2);
  return bytes;
}

/** Who answers, to be put behind either: a ControlPlane, in the field that the form has for it. */
export function encodeControlPlane(form: XdsForm, identifier: string): Uint8Array {
  const inner = new WireWriter();
  text(inner, 1, identifier);
  const writer = new WireWriter();
  writer.tag(form === "sotw" ? 6 : 7, wireTypes.bytes);
  writer.bytes(inner.finish());
  return writer.finish();
}

function textSize(value: string): number {
  return value === "" ? 0 : fieldSize(Buffer.byteLength(value));
}

function text(writer: WireWriter, field: number, value: string): void {
  if (value === "") return;
  writer.tag(field, wireTypes.bytes);
  writer.text(value);
}
