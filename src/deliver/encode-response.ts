import { WireWriter, wireTypes } from "../base/wire-writer.ts";
import type { XdsResource } from "./xds-resource.ts";

/** What a response says, without what is the stream's own. */
export interface SotwContent {
  readonly type: string;
  readonly version: string;
  readonly resources: readonly XdsResource[];
}

export interface DeltaContent {
  readonly type: string;
  readonly version: string;
  readonly resources: readonly XdsResource[];
  readonly removed: readonly string[];
}

/** A DiscoveryResponse but for its nonce. */
export function encodeSotw({ type, version, resources }: SotwContent): Uint8Array {
  const head = new WireWriter();
  text(head, 1, version);
  text(head, 4, type);
  return Buffer.concat([head.finish(), ...resources.map(({ field }) => field)]);
}

/** A DeltaDiscoveryResponse but for its nonce. */
export function encodeDelta({ type, version, resources, removed }: DeltaContent): Uint8Array {
  const head = new WireWriter();
  text(head, 1, version);
  text(head, 4, type);
  for (const name of removed) text(head, 6, name);
  return Buffer.concat([head.finish(), ...resources.flatMap(deltaResource)]);
}

/** The nonce, to be put behind either. */
export function encodeNonce(nonce: string): Uint8Array {
  const writer = new WireWriter();
  text(writer, 5, nonce);
  return writer.finish();
}

/** Who answers, to be put behind either: a ControlPlane, in the field that the form has for it. */
export function encodeControlPlane(form: "sotw" | "delta", identifier: string): Uint8Array {
  const inner = new WireWriter();
  text(inner, 1, identifier);
  const writer = new WireWriter();
  writer.tag(form === "sotw" ? 6 : 7, wireTypes.bytes);
  writer.bytes(inner.finish());
  return writer.finish();
}

/** A Resource as field 2: its version and name around the bytes that the resource has already. */
function deltaResource({ name, version, field }: XdsResource): readonly Uint8Array[] {
  const own = new WireWriter();
  text(own, 1, version);
  text(own, 3, name);
  const ownBytes = own.finish();
  const head = new WireWriter();
  head.tag(2, wireTypes.bytes);
  head.varint(ownBytes.length + field.length);
  return [head.finish(), ownBytes, field];
}

function text(writer: WireWriter, field: number, value: string): void {
  if (value === "") return;
  writer.tag(field, wireTypes.bytes);
  writer.text(value);
}
