import { ResourceGroup, virtualHostResource, type XdsResource, xdsResource, xdsTypes } from "../deliver/index.ts";
import type { RouteConfiguration, Vhds, VirtualHost } from "../gen/envoy/config/route/v3.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import type { EncodedMessage } from "./encoded-message.ts";

/** Without a limit: a table that is taken into use before its hosts have come answers every request with 404. */
const fromAds: Vhds = { configSource: { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" } };

/**
 * Encodes a route table without its virtual hosts, for a client that is sent them as resources of their own. None stays in
 * it: a domain that went from the table to a resource, or back, would for a moment be in both, which Envoy refuses.
 */
export function encodeHostlessTable(codec: EnvoyCodec, table: RouteConfiguration): EncodedMessage {
  const { virtualHosts: _, ...rest } = table;
  return { bytes: codec.encode("envoy.config.route.v3.RouteConfiguration", { ...rest, vhds: fromAds }) };
}

/** By host and by name, for as long as somebody has the host: tables of all namespaces have most in common. */
const encodedHosts = new WeakMap<VirtualHost, Map<string, XdsResource>>();

/** The virtual hosts of a table as resources of their own. */
export function hostsOfTable(codec: EnvoyCodec, { name: table = "", virtualHosts = [] }: RouteConfiguration) {
  const names = new Set<string>();
  return new ResourceGroup(
    virtualHosts.map((host) => {
      const name = distinctName(virtualHostResource(table, host.name ?? ""), names);
      names.add(name);
      return hostResource(codec, name, host);
    }),
  );
}

/** Patches may give two hosts one name, which only matters where it is a resource's. */
function distinctName(name: string, taken: ReadonlySet<string>): string {
  let distinct = name;
  for (let i = 2; taken.has(distinct); i++) distinct = `${name}#${i}`;
  return distinct;
}

/** Envoy removes a host by its resource's name and keeps it by its own: they must be the same. */
function hostResource(codec: EnvoyCodec, name: string, host: VirtualHost): XdsResource {
  const ofHost = encodedHosts.get(host) ?? new Map<string, XdsResource>();
  encodedHosts.set(host, ofHost);
  const known = ofHost.get(name);
  if (known) return known;
  const bytes = codec.encode("envoy.config.route.v3.VirtualHost", { ...host, name });
  const resource = xdsResource(xdsTypes.virtualHost, name, bytes);
  ofHost.set(name, resource);
  return resource;
}
