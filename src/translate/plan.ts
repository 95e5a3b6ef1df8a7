import type { ResourceKey } from "../api/index.ts";
import type { ConfigProblem } from "../mesh/index.ts";

/** A resource in its JSON form, with the objects it was made from. */
export interface Built<M> {
  readonly message: M;
  /** What of the configuration was read for it; a change of anything else cannot change it. */
  readonly sources: readonly ResourceKey[];
  /** What is wrong with those objects, as far as only shaping shows it. */
  readonly problems?: readonly ConfigProblem[];
}

/**
 * A resource to be made: a pure builder, and the key that is all it may see. Planning decides what there is and is cheap;
 * building shapes it. Equal keys give equal resources, whichever proxy asked first.
 */
export interface Plan<M> {
  readonly name: string;
  /** The object to blame if building fails. */
  readonly subject?: ResourceKey;
  readonly key: object;
  readonly build: (key: never) => Built<M>;
  /** It is not worth remembering: made for any name that a client makes up. Default: false. */
  readonly fleeting?: boolean;
}

/** Plans a resource. The key holds plain values, objects of the registry and the mesh, and lists of them. */
export function plan<K extends object, M>(
  name: string,
  build: (key: K) => Built<M>,
  key: K,
  subject?: ResourceKey,
): Plan<M> {
  return { name, key, build, ...(subject && { subject }) };
}
