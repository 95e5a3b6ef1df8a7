import { formatGroupKind, type KindDefinition, storedVersion } from "../../api/index.ts";
import type { KubeClient } from "../../kube/index.ts";

/** In which version a server has a kind. */
export interface ServedKind {
  /** The version in which the kind is read; undefined: the server has none that is known here. */
  readonly version: string | undefined;
}

/** Which of the kinds a server has, and in which version, as far as it was asked. */
export class ServedKinds {
  readonly #client: Pick<KubeClient, "resourcesOf">;
  readonly #versions = new Map<string, string | undefined>();
  readonly #asked = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  constructor(client: Pick<KubeClient, "resourcesOf">) {
    this.#client = client;
  }

  /** The version to ask for: the one that was found last, else the one in which objects are stored. */
  versionOf(kind: KindDefinition): string {
    return this.#versions.get(formatGroupKind(kind)) ?? storedVersion(kind);
  }

  /** Asks the server: the first of the kind's versions that it has. Questions that are under way are shared. */
  async find(kind: KindDefinition): Promise<ServedKind> {
    let version: string | undefined;
    for (const { name } of kind.versions) {
      const resources = await this.#resourcesOf(kind.group, name);
      if (!resources?.has(kind.plural)) continue;
      version = name;
      break;
    }
    this.#versions.set(formatGroupKind(kind), version);
    return { version };
  }

  #resourcesOf(group: string, version: string): Promise<ReadonlySet<string> | undefined> {
    const name = `${group}/${version}`;
    const known = this.#asked.get(name);
    if (known) return known;
    const asked = this.#client.resourcesOf(group, version).finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    return asked;
  }
}
