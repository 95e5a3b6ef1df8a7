import type { Proxy as MeshProxy } from "../core/index.ts";
import type { ClientConfig, ConfigSource, ConfigVersion } from "../deliver/index.ts";

/** Makes the resources of some types. */
export interface Generator {
  /** What it makes of all that is known now. */
  version(): Pick<ConfigVersion, "client">;
}

/**
 * Generators by what they are chosen by: the type of the resources; the name that a client gives as GENERATOR in its
 * node's metadata; or such a name and a type as `name/type`, the proxy's own type being a name here.
 */
export type Generators = ReadonlyMap<string, Generator>;

/** Makes what nobody else makes. */
export const fallbackGenerator = "api";

/** The generator of a type for a proxy, the most special first. */
export function findGenerator(generators: Generators, proxy: MeshProxy, type: string): Generator | undefined {
  const word = proxy.metadata["GENERATOR"];
  // A type is no name: a client must not come to a type's generator under another type.
  const name = typeof word === "string" && !word.includes("/") ? word : "";
  const keys = [`${name}/${type}`, `${proxy.type}/${type}`, type, name, fallbackGenerator];
  const key = keys.find((each) => generators.has(each));
  return key === undefined ? undefined : generators.get(key);
}

/** The configuration of all generators together, as one version. */
export class GeneratedConfigSource implements ConfigSource {
  readonly #generators: Generators;
  /** Which generator makes which type for whom. */
  readonly #chosen = new WeakMap<MeshProxy, Map<string, Generator | undefined>>();
  #current: ConfigVersion | undefined;

  constructor(generators: Generators) {
    this.#generators = generators;
  }

  get current(): ConfigVersion | undefined {
    return this.#current;
  }

  /** Makes what all generators know now the current version; its number is one more than that of the version before. */
  publish(name: string): ConfigVersion {
    const versions = new Map(Array.from(new Set(this.#generators.values()), (each) => [each, each.version()]));
    const version: ConfigVersion = {
      name,
      number: (this.#current?.number ?? 0) + 1,
      client: (proxy, abilities) => {
        const clients = new Map<Generator, ClientConfig>();
        return {
          resources: (type, wanted) => {
            const generator = this.#choose(proxy, type);
            const version = generator && versions.get(generator);
            if (!version) throw new Error(`no generator makes '${type}'`);
            const client = clients.get(generator) ?? version.client(proxy, abilities);
            clients.set(generator, client);
            return client.resources(type, wanted);
          },
        };
      },
    };
    this.#current = version;
    return version;
  }

  #choose(proxy: MeshProxy, type: string): Generator | undefined {
    const chosen = this.#chosen.get(proxy) ?? new Map<string, Generator | undefined>();
    this.#chosen.set(proxy, chosen);
    if (!chosen.has(type)) chosen.set(type, findGenerator(this.#generators, proxy, type));
    return chosen.get(type);
  }
}
