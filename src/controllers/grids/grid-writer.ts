import { admit, apiVersionOf, formatPath, keyOf, type Resource, storedVersion } from "../../api/index.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { ResourceStore } from "../../core/index.ts";
import { applyWanted } from "./apply-wanted.ts";
import { ownerReferenceTo } from "./claim-objects.ts";
import type { GridType, WantedObject } from "./grid-type.ts";

/** Makes, changes and removes what grids of one kind have. Each gives what is there now; faults are the store's. */
export class GridWriter {
  readonly #store: ResourceStore;
  readonly #type: GridType;

  constructor(store: ResourceStore, type: GridType) {
    this.#store = store;
    this.#type = type;
  }

  create(grid: Resource, name: string, wanted: WantedObject): Promise<Resource> {
    const kind = this.#store.kinds().get(this.#type.child);
    const bare = {
      apiVersion: apiVersionOf(kind.group, storedVersion(kind)),
      kind: kind.kind,
      metadata: { name, namespace: grid.metadata.namespace, ownerReferences: [ownerReferenceTo(grid)] },
    };
    return this.#store.create(this.#admitted(applyWanted(bare, wanted))).catch((error: unknown) => {
      if (!isFault(error, "AlreadyExists")) throw error;
      const message = `a ${kind.kind} '${name}' is there that is not the grid's: delete it, or give it the grid's label`;
      throw new FairwayError("AlreadyExists", message, { cause: error });
    });
  }

  /** Writes only where something differs. */
  async update(object: Resource, wanted: WantedObject): Promise<Resource> {
    const next = this.#admitted(applyWanted(object, wanted), object);
    return jsonEqual(next, object) ? object : this.#store.update(next);
  }

  async remove(object: Resource): Promise<void> {
    await this.#store.delete(keyOf(object), { uid: object.metadata.uid }).catch((error: unknown) => {
      if (!isFault(error, "NotFound")) throw error;
    });
  }

  /** The object pruned and with defaults, as if a client had sent it; a broken rule is an Invalid fault. */
  #admitted(object: Resource, old?: Resource): Resource {
    const { resource, problems } = admit(this.#store.kinds().get(this.#type.child), object, undefined, old);
    const errors = problems.filter(({ severity }) => severity === "error");
    if (errors.length === 0) return resource;
    const said = errors.map(({ path, message }) => `${formatPath(path)} ${message}`).join("; ");
    throw new FairwayError("Invalid", `${object.kind} '${object.metadata.name}' would be invalid: ${said}`);
  }
}
