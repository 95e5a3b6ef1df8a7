import { WireWriter, wireTypes } from "../../base/wire-writer.ts";
import type { NameInfo, NameTable } from "./name-table.ts";

/**
 * The bytes of a table, in the order of its names, so that equal tables are equal bytes. Its schema is Istio's, which is not among Envoy's:
 *
 *     message NameTable { map<string, NameInfo> table = 1; }
 *     message NameInfo { repeated string ips = 1; string registry = 2; string shortname = 3; string namespace = 4; }
 */
export function encodeNameTable({ table }: NameTable): Uint8Array {
  const writer = new WireWriter();
  for (const [host, info] of Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.tag(1, wireTypes.bytes);
    writer.message((entry) => {
      text(entry, 1, host);
      entry.tag(2, wireTypes.bytes);
      entry.message((value) => writeInfo(value, info));
    });
  }
  return writer.finish();
}

function writeInfo(writer: WireWriter, { ips, registry, shortname, namespace }: NameInfo): void {
  for (const ip of ips) text(writer, 1, ip);
  if (registry !== "") text(writer, 2, registry);
  if (shortname !== "") text(writer, 3, shortname);
  if (namespace !== "") text(writer, 4, namespace);
}

function text(writer: WireWriter, field: number, value: string): void {
  writer.tag(field, wireTypes.bytes);
  writer.text(value);
}
