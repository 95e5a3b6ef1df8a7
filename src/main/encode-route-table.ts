import { WireWriter, wireTypes } from "../base/wire-writer.ts";
import { contentVersion } from "../deliver/index.ts";
import type { RouteConfiguration, VirtualHost } from "../gen/envoy/config/route/v3.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import type { EncodedMessage } from "./encoded-message.ts";

const tableName = "envoy.config.route.v3.RouteConfiguration";
const hostName = "envoy.config.route.v3.VirtualHost";

/** `RouteConfiguration.virtual_hosts`. */
const hostsField = 2;

/** Virtual hosts as fields of a table, for as long as somebody has them: tables of all namespaces have most in common. */
const encodedHosts = new WeakMap<VirtualHost, Required<EncodedMessage>>();

/**
 * Encodes a route table from its virtual hosts, each of which is encoded once for all tables that have it: after a change
 * of one host the table costs that host and the copying of the others' bytes. The version is made of the hosts' own.
 */
export function encodeRouteTable(codec: EnvoyCodec, table: RouteConfiguration): EncodedMessage {
  const { virtualHosts = [], ...rest } = table;
  const head = codec.encode(tableName, rest);
  const hosts = virtualHosts.map((host) => encodeHost(codec, host));
  return {
    bytes: Buffer.concat([head, ...hosts.map(({ bytes }) => bytes)]),
    version: contentVersion([contentVersion(head), ...hosts.map(({ version }) => version)].join("\n")),
  };
}

function encodeHost(codec: EnvoyCodec, host: VirtualHost): Required<EncodedMessage> {
  const known = encodedHosts.get(host);
  if (known) return known;
  const writer = new WireWriter();
  writer.tag(hostsField, wireTypes.bytes);
  writer.bytes(codec.encode(hostName, host));
  const bytes = writer.finish();
  const encoded = { bytes, version: contentVersion(bytes) };
  encodedHosts.set(host, encoded);
  return encoded;
}
