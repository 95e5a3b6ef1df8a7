import { wireFields } from "../../src/base/testing/wire-fields.ts";
import { WireWriter, wireTypes } from "../../src/base/wire-writer.ts";
import type { ClientConfig } from "../../src/deliver/index.ts";
import { type MessageDecoder, shortType, tableOfHost, xdsTypes } from "../../src/deliver/index.ts";
import type { WatchedType } from "./client-state.ts";
import { firstUnlike } from "./first-unlike.ts";
import type { ProxyClient } from "./proxy-client.ts";

/** The first difference between what a client holds and what it is to have; undefined if there is none. */
export function firstDifference(
  client: ProxyClient,
  config: ClientConfig,
  decoder: MessageDecoder,
): string | undefined {
  for (const watched of client.watched.values()) {
    const found = differenceOf(client, watched, config, decoder);
    if (found !== undefined) return `${shortType(watched.type)} ${found}`;
  }
  return undefined;
}

function differenceOf(
  client: ProxyClient,
  watched: WatchedType,
  config: ClientConfig,
  decoder: MessageDecoder,
): string | undefined {
  const { type, held } = watched;
  const tables = type === xdsTypes.virtualHost ? client.watched.get(xdsTypes.route) : undefined;
  const wanted = tables?.wanted ?? watched.wanted;
  if (wanted !== "all" && wanted.size === 0) return held.size === 0 ? undefined : "is held though nothing is wanted";
  const set = config.resources(type, wanted);
  const delta = client.form === "delta";
  for (const { name, version, field } of set.values()) {
    if (tables && !tables.held.has(tableOfHost(name))) return `'${name}' is of a table that is not held`;
    const key = set.size === 1 && held.has("") ? "" : name;
    const own = held.get(key);
    if (!own) return `'${name}' is not held`;
    const any = Buffer.from(wireFields(field)(2)[0] ?? []);
    if (!own.any.equals(any)) return `'${name}'${unlike(decoder, own.any, any)}`;
    if (delta && own.version !== version) return `'${name}' is held as version ${own.version}, not ${version}`;
  }
  // In the state-of-the-world form nobody can be told that something asked for by name is gone.
  if (!delta && !watched.whole) return undefined;
  const extra = [...held.keys()].find((name) => name !== "" && !set.has(name));
  return extra === undefined ? undefined : `'${extra}' is held though it is no more`;
}

/** Where the messages in two Anys differ. */
function unlike(decoder: MessageDecoder, held: Buffer, wanted: Buffer): string {
  const decode = (any: Buffer) => decoder.decode("envoy.service.discovery.v3.DiscoveryResponse", asResponse(any));
  return firstUnlike(decode(held), decode(wanted)) ?? " has other bytes for the same message";
}

/** A response that has nothing but one resource. */
function asResponse(any: Buffer): Uint8Array {
  const writer = new WireWriter();
  writer.tag(2, wireTypes.bytes);
  writer.bytes(any);
  return writer.finish();
}
