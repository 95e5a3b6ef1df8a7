import { wireFields, wireText } from "../../src/base/testing/wire-fields.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import type { XdsForm } from "./client-state.ts";

/** A resource as it came. */
export interface Received {
  readonly name: string;
  /** Of the delta form only. */
  readonly version: string;
  /** The whole Any. */
  readonly any: Buffer;
}

/** A response of either form. */
export interface Response {
  readonly type: string;
  readonly version: string;
  readonly nonce: string;
  readonly resources: readonly Received[];
  readonly removed: readonly string[];
}

/** Reads a response as far as its resources, whose messages stay bytes. */
export function readResponse(form: XdsForm, bytes: Uint8Array): Response {
  const fields = wireFields(bytes);
  const text = (field: number) => Buffer.from(fields(field)[0] ?? []).toString();
  const type = text(4);
  return {
    type,
    version: text(1),
    nonce: text(5),
    resources: fields(2).map((each) => (form === "sotw" ? ofAny(type, each) : ofResource(each))),
    removed: form === "sotw" ? [] : fields(6).map((each) => Buffer.from(each).toString()),
  };
}

/** The message inside an Any. */
export function messageOf(any: Uint8Array): Uint8Array {
  return wireFields(any)(2)[0] ?? new Uint8Array();
}

/** The name is the first field of all that Envoy is sent; a proxy has only one table of names, which has none. */
function ofAny(type: string, any: Uint8Array): Received {
  const name = type === xdsTypes.nameTable ? "" : wireText(messageOf(any), 1);
  return { name, version: "", any: Buffer.from(any) };
}

function ofResource(bytes: Uint8Array): Received {
  const fields = wireFields(bytes);
  const text = (field: number) => Buffer.from(fields(field)[0] ?? []).toString();
  return { name: text(3), version: text(1), any: Buffer.from(fields(2)[0] ?? []) };
}
