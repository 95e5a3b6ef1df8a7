import { WireWriter, wireTypes } from "../../base/wire-writer.ts";

/** Names as they are in a request: a run of fields, each a name. */
export function nameFields(names: readonly (string | Uint8Array)[]): Uint8Array {
  const writer = new WireWriter();
  for (const name of names) {
    writer.tag(3, wireTypes.bytes);
    writer.bytes(typeof name === "string" ? Buffer.from(name) : name);
  }
  return writer.finish();
}
