import type { Resource } from "../../api/index.ts";
import type { Random } from "../../base/testing/random.ts";
import type { WatchEvent } from "../../core/index.ts";
import { type ServedKind, servedKinds } from "../served-kinds.ts";
import { endpoints, node, service, slice } from "./sample-objects.ts";

/** One change of the model. */
export interface ModelChange {
  readonly kind: ServedKind;
  readonly type: WatchEvent["type"];
  readonly resource: Resource;
}

const nodeNames = ["n1", "n2", "n3", "n4", "n5"] as const;
const serviceNames = ["a", "b", "c", "d", "e", "f"] as const;
const keys = ["zone", "rack"] as const;
const [nodes, services, slices, endpointsKind] = servedKinds as readonly [
  ServedKind,
  ServedKind,
  ServedKind,
  ServedKind,
  ServedKind,
];

/** An API server's objects, changed at random, and what clients on a node are to see of them, told in the plainest way. */
export class UpstreamModel {
  readonly #random: Random;
  readonly #objects = new Map<ServedKind, Map<string, Resource>>(servedKinds.map((kind) => [kind, new Map()]));
  #version = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  list(kind: ServedKind): readonly Resource[] {
    return [...(this.#objects.get(kind)?.values() ?? [])];
  }

  /** Makes or takes away one object at random. */
  change(): ModelChange {
    const kind = this.#random.pick([nodes, services, slices, slices, slices, endpointsKind]);
    const resource = this.#resource(kind);
    const name = resource.metadata.name ?? "";
    const objects = this.#objects.get(kind) ?? new Map();
    const there = objects.has(name);
    if (there && this.#random.chance(0.15)) {
      objects.delete(name);
      return { kind, type: "DELETED", resource };
    }
    objects.set(name, resource);
    return { kind, type: there ? "MODIFIED" : "ADDED", resource };
  }

  /** What clients on `ownNode` are to hold of a kind: by name, without versions. */
  seen(kind: ServedKind, ownNode: string): Map<string, unknown> {
    const own = this.#objects.get(nodes)?.get(ownNode)?.metadata.labels;
    const shares = (name: string, wanted: readonly string[]) => {
      const labels = this.#objects.get(nodes)?.get(name)?.metadata.labels;
      return wanted.some((key) => own?.[key] !== undefined && own[key] === labels?.[key]);
    };
    return new Map(
      this.list(kind).map((object) => {
        const owner = kind === slices ? object.metadata.labels?.["kubernetes.io/service-name"] : object.metadata.name;
        const said = this.#objects.get(services)?.get(owner ?? "")?.metadata.annotations?.topologyKeys;
        const wanted: string[] | undefined = said && JSON.parse(said);
        const kept = wanted ? (name: string) => shares(name, wanted) : () => true;
        return [object.metadata.name ?? "", comparable(prune(object, kept))];
      }),
    );
  }

  #resource(kind: ServedKind): Resource {
    const random = this.#random;
    const metadata = { resourceVersion: String(++this.#version) };
    const some = () => nodeNames.filter(() => random.chance(0.5));
    if (kind === nodes) {
      const labels = Object.fromEntries(
        keys.filter(() => random.chance(0.8)).map((key) => [key, random.pick(["x", "y"])]),
      );
      const made = node(random.pick(nodeNames), labels);
      return { ...made, metadata: { ...made.metadata, ...metadata } };
    }
    const owner = random.pick(serviceNames);
    if (kind === services) {
      const wanted = random.pick([undefined, ["zone"], ["rack"], ["zone", "rack"]]);
      return service(owner, wanted, metadata);
    }
    if (kind === endpointsKind) return endpoints(owner, some(), metadata);
    const labels = { "kubernetes.io/service-name": owner };
    return slice(`slice-${random.below(12)}`, owner, some(), { ...metadata, labels });
  }
}

function prune(object: Resource, kept: (node: string) => boolean): Resource {
  type Named = { readonly nodeName: string };
  if (object.kind === "EndpointSlice") {
    return { ...object, endpoints: (object.endpoints as Named[]).filter(({ nodeName }) => kept(nodeName)) };
  }
  if (object.kind !== "Endpoints") return object;
  const subsets = (object.subsets as { addresses: Named[] }[])
    .map((subset) => ({ ...subset, addresses: subset.addresses.filter(({ nodeName }) => kept(nodeName)) }))
    .filter(({ addresses }) => addresses.length > 0);
  return { ...object, subsets };
}

/** An object without its version. */
export function comparable(object: Resource): unknown {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return JSON.parse(JSON.stringify({ ...object, metadata }));
}
