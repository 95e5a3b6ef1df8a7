import { formatKey, keyOf, type Resource, type ResourceKey } from "../../src/api/index.ts";
import { Random } from "../../src/base/testing/random.ts";
import { oneOf } from "../walker/random-choices.ts";
import { type Maker, namespaces } from "./made-up-names.ts";
import {
  madeAuthorizationPolicy,
  madeMeshConfig,
  madePeerAuthentication,
  madeRequestAuthentication,
  madeTelemetry,
  madeTrafficExtension,
  madeWasmPlugin,
} from "./made-up-policies.ts";
import {
  madeDestinationRule,
  madeEnvoyFilter,
  madeGateway,
  madeSidecar,
  madeVirtualService,
} from "./made-up-routing.ts";
import { madeGridService, madeGridSlice, madeNode } from "./made-up-sites.ts";
import {
  madeNamespace,
  madePod,
  madeService,
  madeServiceEntry,
  madeSlice,
  madeWorkloadEntry,
} from "./made-up-workloads.ts";

/** One write to the store: the object as it is to be, or the key of one that is to go. */
export type Write = { readonly put: Resource } | { readonly remove: ResourceKey };

/** How often objects of a kind change, compared with others. */
const makers: readonly (readonly [weight: number, make: Maker, mayGo: boolean])[] = [
  [20, madeService, true],
  [45, madeSlice, true],
  [30, madePod, true],
  // Nodes and grids mostly stay: what moves has to be there.
  [25, madeNode, false],
  [3, madeNode, true],
  [5, madeGridService, false],
  [2, madeGridService, true],
  [8, madeGridSlice, false],
  [3, madeNamespace, false],
  [20, madeServiceEntry, true],
  [12, madeWorkloadEntry, true],
  [35, madeVirtualService, true],
  [25, madeDestinationRule, true],
  [15, madeGateway, true],
  [10, madeSidecar, true],
  [10, madePeerAuthentication, true],
  [8, madeRequestAuthentication, true],
  [10, madeAuthorizationPolicy, true],
  [8, madeTelemetry, true],
  [8, madeEnvoyFilter, true],
  [5, madeWasmPlugin, true],
  [5, madeTrafficExtension, true],
  [1, madeMeshConfig, true],
];

const total = makers.reduce((sum, [weight]) => sum + weight, 0);

/** Objects that come, change, go and come back, as the seed decides. */
export class RandomChanges {
  readonly random: Random;
  readonly #present = new Map<string, Resource>();

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Writes that make up a mesh to begin with. */
  beginning(count: number): readonly Write[] {
    const whole = namespaces.map((namespace) => ({ put: madeNamespace(this.random, namespace) }));
    return [...whole, ...this.#sites(), ...Array.from({ length: count }, () => this.#write())];
  }

  /** Sites with pods, so that there is something to move from the beginning. */
  #sites(): readonly Write[] {
    const wanted = namespaces.flatMap((namespace) =>
      [madeGridService, madeGridSlice, ...Array.from({ length: 6 }, () => madePod), madeNode, madeNode].map(
        (make) => [make, namespace] as const,
      ),
    );
    return wanted.map(([make, namespace]) => this.#put(make(this.random, namespace)));
  }

  /** The next change: mostly one write, sometimes a burst of them. */
  next(): readonly Write[] {
    const count = this.random.chance(0.15) ? 2 + this.random.below(6) : 1;
    return Array.from({ length: count }, () => this.#write());
  }

  #write(): Write {
    const { random } = this;
    const [, make, mayGo] = this.#maker();
    const object = make(random, oneOf(random, namespaces));
    const key = keyOf(object);
    const id = formatKey(key);
    if (mayGo && this.#present.has(id) && random.chance(0.25)) {
      this.#present.delete(id);
      return { remove: key };
    }
    return this.#put(object);
  }

  #put(object: Resource): Write {
    this.#present.set(formatKey(keyOf(object)), object);
    return { put: object };
  }

  #maker(): (typeof makers)[number] {
    let left = this.random.below(total);
    const found = makers.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    return found ?? (makers[0] as (typeof makers)[number]);
  }
}

/** `networking.istio.io/VirtualService a/vs0 becomes {…}`. */
export function describeWrite(write: Write): string {
  if ("remove" in write) return `${formatKey(write.remove)} goes`;
  const { apiVersion: _, kind: __, metadata, ...rest } = write.put;
  const { name: ___, namespace: ____, ...meta } = metadata;
  return `${formatKey(keyOf(write.put))} becomes ${JSON.stringify({ ...meta, ...rest })}`;
}
