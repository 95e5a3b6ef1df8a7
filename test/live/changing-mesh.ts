import { formatGroupKind, formatKey, keyOf, type Resource, type ResourceKey } from "../../src/api/index.ts";
import { buildSnapshot, type MeshSnapshot, meshKinds, updateSnapshot } from "../../src/mesh/index.ts";
import { Registry } from "../../src/registry/index.ts";
import { type MeshInput, settingsOf } from "../compare/fairway-answer.ts";

/** A mesh that becomes one input after the other, by what differs between them, as a running control plane would see it. */
export class ChangingMesh {
  #objects: ReadonlyMap<string, Resource> = new Map();
  #settingsText = "";
  #settings = settingsOf({ mesh: "{}" });
  readonly #registry = new Registry({ settings: this.#settings.forRegistry });
  #snapshot: MeshSnapshot = buildSnapshot({
    settings: this.#settings.forMesh,
    registry: this.#registry.snapshot,
    resources: [],
    now: 0,
  });

  /** Of several objects of one key the last counts. */
  become(input: MeshInput): MeshSnapshot {
    const text = JSON.stringify([input.mesh, input.networks]);
    const services = new Set<string>();
    if (text !== this.#settingsText) {
      this.#settingsText = text;
      this.#settings = settingsOf(input);
      for (const key of this.#registry.applySettings(this.#settings.forRegistry).services) services.add(key);
    }
    const changes = this.#changesTo(new Map(input.resources.map((each) => [formatKey(keyOf(each)), each])));
    for (const key of this.#registry.apply(changes).services) services.add(key);
    this.#snapshot = updateSnapshot(this.#snapshot, {
      resources: changes.filter(({ key }) => ofMesh.has(formatGroupKind(key))),
      registry: this.#registry.snapshot,
      changedServices: services,
      settings: this.#settings.forMesh,
      now: 0,
    });
    return this.#snapshot;
  }

  #changesTo(next: ReadonlyMap<string, Resource>): { readonly key: ResourceKey; readonly after?: Resource }[] {
    const gone = [...this.#objects].filter(([id]) => !next.has(id)).map(([, before]) => ({ key: keyOf(before) }));
    const come = [...next].filter(([id, after]) => this.#objects.get(id) !== after);
    this.#objects = next;
    return [...gone, ...come.map(([, after]) => ({ key: keyOf(after), after }))];
  }
}

const ofMesh = new Set(meshKinds.map(formatGroupKind));
