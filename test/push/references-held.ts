import { wireFields, wireText } from "../../src/base/testing/wire-fields.ts";
import { contentVersion, xdsTypes } from "../../src/deliver/index.ts";
import { type EnvoyCodec, resourceMessages } from "../../src/translate/index.ts";
import { extensionNames, type Message, routeNames, within } from "../compare/references.ts";
import { messageOf, type Received } from "./read-response.ts";

/** Names that a resource speaks of, by their type. */
export type References = { readonly [type: string]: readonly string[] };

/** A cluster is often sent and has few names in it: it is not decoded. */
function endpointOf(cluster: Uint8Array): References {
  const fields = wireFields(cluster);
  const [discovery] = fields(3);
  return discovery ? { [xdsTypes.endpoint]: [wireText(discovery, 2) || wireText(cluster, 1)] } : {};
}

const messages: { readonly [type: string]: (typeof resourceMessages)[keyof typeof resourceMessages] } = {
  [xdsTypes.listener]: resourceMessages.listeners,
  [xdsTypes.route]: resourceMessages.routes,
};

/** Resources of which it is remembered what they speak of. */
const maxKnown = 20_000;

/** Reads what resources speak of; each content once for all who hold it. */
export class ReferenceReader {
  readonly #codec: EnvoyCodec;
  readonly #known = new Map<string, References>();
  readonly #of = new WeakMap<Received, References>();

  constructor(codec: EnvoyCodec) {
    this.#codec = codec;
  }

  /** What a resource of a type speaks of. */
  of(type: string, resource: Received): References {
    const known = this.#of.get(resource) ?? this.#read(type, resource.any);
    this.#of.set(resource, known);
    return known;
  }

  #read(type: string, any: Uint8Array): References {
    if (type === xdsTypes.cluster) return endpointOf(messageOf(any));
    const message = messages[type];
    if (!message) return {};
    const print = contentVersion(any);
    const known = this.#known.get(print);
    if (known) return known;
    if (this.#known.size >= maxKnown) this.#known.clear();
    const found = references(this.#codec.decode(message, messageOf(any)) as Message);
    this.#known.set(print, found);
    return found;
  }
}

function references(message: Message): References {
  return {
    [xdsTypes.route]: routeNames([message]),
    [xdsTypes.extension]: extensionNames([message]),
    [xdsTypes.cluster]: clusterNames(message),
  };
}

function clusterNames(message: Message): readonly string[] {
  return [...within(message)].flatMap(({ route, weightedClusters }) => [
    ...namesIn(route, "cluster"),
    ...[...within(weightedClusters)].flatMap((each) => namesIn(each, "name")),
  ]);
}

function namesIn(value: unknown, field: string): readonly string[] {
  const name = value !== null && typeof value === "object" ? (value as { [field: string]: unknown })[field] : undefined;
  return typeof name === "string" ? [name] : [];
}
