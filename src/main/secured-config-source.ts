import type { Proxy as MeshProxy } from "../core/index.ts";
import { type ClientConfig, type ConfigSource, type ConfigVersion, xdsTypes } from "../deliver/index.ts";
import type { ProxyIdentities } from "./proxy-identities.ts";
import type { SecretSource, SecretVersion } from "./secret-source.ts";

export interface SecuredConfigSourceOptions {
  /** Everything but secrets. */
  readonly mesh: ConfigSource;
  readonly secrets: SecretSource;
  readonly identities: ProxyIdentities;
}

/** The mesh's configuration together with the secrets that go with it, as one version. */
export class SecuredConfigSource implements ConfigSource {
  readonly #options: SecuredConfigSourceOptions;
  #secrets: SecretVersion | undefined;
  #current: ConfigVersion | undefined;

  constructor(options: SecuredConfigSourceOptions) {
    this.#options = options;
  }

  get current(): ConfigVersion | undefined {
    return this.#current;
  }

  /** Makes the mesh's current version and the secrets of now the current version. */
  publish(): void {
    const { mesh, secrets, identities } = this.#options;
    const version = mesh.current;
    if (!version) return;
    const known = secrets.version(this.#secrets);
    this.#secrets = known;
    this.#current = {
      name: version.name,
      client: (proxy) => clientWithSecrets(version.client(proxy), known, identities, proxy),
    };
  }
}

function clientWithSecrets(
  config: ClientConfig,
  secrets: SecretVersion,
  identities: ProxyIdentities,
  proxy: MeshProxy,
): ClientConfig {
  const identity = identities.of(proxy);
  return {
    resources: (type, wanted) =>
      type === xdsTypes.secret ? secrets.resources(identity, wanted) : config.resources(type, wanted),
  };
}
