import type { ClientConfig, ConfigVersion, Wanted } from "./config-source.ts";
import type { ResourceSet } from "./resource-set.ts";
import type { Subscription } from "./subscription.ts";

interface Found {
  readonly wanted: Wanted;
  readonly set: ResourceSet;
}

/** What a client is to have of what it watches, in the version that it is brought to; each looked up once. */
export class CurrentSets {
  readonly #configOf: (version: ConfigVersion) => ClientConfig;
  readonly #found = new Map<string, Found>();
  #version: ConfigVersion;
  /** Made when it is first needed: who only asks questions needs none. */
  #config: ClientConfig | undefined;

  constructor(version: ConfigVersion, configOf: (version: ConfigVersion) => ClientConfig) {
    this.#version = version;
    this.#configOf = configOf;
  }

  get version(): ConfigVersion {
    return this.#version;
  }

  goTo(version: ConfigVersion): void {
    this.#version = version;
    this.#found.clear();
    // What the client had is needed to make what it is to have.
    this.#config &&= this.#configOf(version);
  }

  of({ type, wanted }: Pick<Subscription, "type" | "wanted">): ResourceSet {
    const found = this.#found.get(type);
    if (found?.wanted === wanted) return found.set;
    this.#config ??= this.#configOf(this.#version);
    const set = this.#config.resources(type, wanted);
    this.#found.set(type, { wanted, set });
    return set;
  }
}
