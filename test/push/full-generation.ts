import type { Resource } from "../../src/api/index.ts";
import type { Clock } from "../../src/base/clock.ts";
import { parseProxy, type ResourceStore } from "../../src/core/index.ts";
import type { ClientConfig } from "../../src/deliver/index.ts";
import { MeshConfigSource } from "../../src/main/mesh-config-source.ts";
import { Environment, type MeshSnapshot } from "../../src/mesh/index.ts";
import { storeBut } from "../../src/store/testing/store-but.ts";
import type { EnvoyCodec } from "../../src/translate/index.ts";
import type { XdsForm } from "./client-state.ts";
import type { Node } from "./nodes.ts";

/**
 * What a control plane that starts now would have. Its objects are copies, so that nothing that is remembered of the
 * objects of another can find its way into it; and for each client there is a source of its own, so that none is handed
 * what was made for another.
 */
export class FullGeneration {
  readonly #snapshot: MeshSnapshot;
  readonly #codec: EnvoyCodec;
  readonly #failures: string[];

  private constructor(snapshot: MeshSnapshot, codec: EnvoyCodec, failures: string[]) {
    this.#snapshot = snapshot;
    this.#codec = codec;
    this.#failures = failures;
  }

  static async of(store: ResourceStore, clock: Clock, codec: EnvoyCodec, failures: string[]): Promise<FullGeneration> {
    const environment = await Environment.open({ store: copying(store), clock });
    const { snapshot } = environment;
    await environment.close();
    return new FullGeneration(snapshot, codec, failures);
  }

  /** What clients of a node are to have, by the form that they speak. */
  client(node: Node): (form: XdsForm) => ClientConfig {
    return this.together()(node);
  }

  /** The same for many nodes, which share what is made: for who has many of them and does not ask what sharing does. */
  together(): (node: Node) => (form: XdsForm) => ClientConfig {
    const failed = ({ plan, error }: { plan: { name: string }; error: unknown }) =>
      this.#failures.push(`${plan.name} could not be made: ${String(error)}`);
    const source = new MeshConfigSource({ codec: this.#codec, failed });
    source.publish(this.#snapshot);
    return ({ node: { id, metadata, locality } }) => {
      const proxy = parseProxy({ id, metadata, ...(locality && { locality }) });
      return (form) => {
        const config = source.current?.client(proxy, { virtualHosts: form === "delta" });
        if (!config) throw new Error("nothing was published");
        return config;
      };
    };
  }
}

/** The same objects, as others of equal content. */
function copying(store: ResourceStore): ResourceStore {
  const copy = (resource: Resource): Resource => JSON.parse(JSON.stringify(resource));
  return storeBut(store, {
    get: async (key) => {
      const found = await store.get(key);
      return found && copy(found);
    },
    list: async (type, namespace) => {
      const { items, resourceVersion } = await store.list(type, namespace);
      return { items: items.map(copy), resourceVersion };
    },
  });
}
