import type { GroupKind, Resource } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { FairwayError } from "../../base/fault.ts";
import { type KubeClient, Reflector } from "../../kube/index.ts";
import { objectId } from "../object-identity.ts";

export interface LabelledNamesOptions {
  readonly type: GroupKind;
  /** Empty: all. */
  readonly namespace: string;
  readonly labelSelector: string;
  /** A client that asks for metadata only. */
  readonly client: Pick<KubeClient, "page" | "watch">;
  readonly clock: Clock;
  readonly random?: () => number;
  /** Told when an object has the label, and when no longer: once each. */
  readonly told: (name: string, has: boolean) => void;
  readonly failed: (error: FairwayError, wait: number) => void;
}

/** Follows which objects of a kind have a label; of the objects it reads their metadata only. */
export class LabelledNames {
  readonly #options: LabelledNamesOptions;
  readonly #reflector: Reflector;
  readonly #known = new Map<string, string>();
  readonly #synced = Promise.withResolvers<void>();

  constructor(options: LabelledNamesOptions) {
    const { told: _, failed, ...basis } = options;
    this.#options = options;
    this.#reflector = new Reflector({
      ...basis,
      sink: {
        replace: (items) => {
          const gone = new Map(this.#known);
          for (const item of items) gone.delete(this.#take(item, true));
          for (const [id, name] of gone) this.#tell(id, name, false);
          this.#synced.resolve();
        },
        changed: (event, resource) => void this.#take(resource, event !== "DELETED"),
        failed,
      },
    });
  }

  /** Resolves when all were read once. */
  start(): Promise<void> {
    this.#reflector.start();
    return this.#synced.promise;
  }

  close(): Promise<void> {
    return this.#reflector.close();
  }

  #take({ metadata }: Resource, has: boolean): string {
    const { namespace = "", name = "" } = metadata;
    const id = objectId(namespace, name);
    this.#tell(id, name, has);
    return id;
  }

  #tell(id: string, name: string, has: boolean): void {
    if (this.#known.has(id) === has) return;
    if (has) this.#known.set(id, name);
    else this.#known.delete(id);
    this.#options.told(name, has);
  }
}
