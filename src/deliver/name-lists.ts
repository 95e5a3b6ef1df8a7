import { isAscii } from "node:buffer";
import { FairwayError } from "../base/fault.ts";
import { lazy } from "../base/lazy.ts";
import { WireReader } from "../base/wire-reader.ts";
import { NameIndex } from "./name-index.ts";

/** Characters of a type's or a resource's name. Those of real ones have a few hundred. */
export const maxNameLength = 4096;

/** Bytes of requests that are kept to be recognised: those of a few lists of ten thousand names, or of many shorter ones. */
const maxKept = 2 * 1024 * 1024;

/** Shorter lists are read as fast as they are found. */
const minKept = 256;

/** Shorter lists are read as fast as others are looked through for their names. */
const minIndexed = 4096;

/** A list that came before. */
interface Known {
  readonly bytes: Uint8Array;
  readonly names: readonly string[];
  /** For lists of the same names in another order. */
  readonly index: () => NameIndex;
}

/**
 * Reads lists of names from requests. Proxies that have the same configuration ask for the same names, thousands of them,
 * and in the state-of-the-world form with every answer: bytes that came before are recognised, and give the same list. So
 * do the same names in another order.
 */
export class NameLists {
  /** The one that was used longest ago first. */
  readonly #known = new Map<string, Known>();
  #kept = 0;

  /** The names in a run of fields, in some order. Whoever is given a list must not change it. */
  read(fields: Uint8Array): readonly string[] {
    if (fields.length < minKept) return readNames(fields);
    const id = sample(fields);
    const known = this.#known.get(id);
    if (known && Buffer.compare(known.bytes, fields) === 0) return this.#use(id, known);
    const other = fields.length < minIndexed ? undefined : this.#reordered(fields);
    if (other) return this.#use(...other);
    const names = readNames(fields);
    if (fields.length <= maxKept / 2) {
      // The bytes are a part of what came from the client, which is larger.
      const bytes = Uint8Array.from(fields);
      this.#keep(id, { bytes, names, index: lazy(() => new NameIndex(bytes, names.length)) });
    }
    return names;
  }

  /** A list of the same names in another order. */
  #reordered(fields: Uint8Array): [id: string, known: Known] | undefined {
    for (const entry of this.#known) {
      const [, { bytes, index }] = entry;
      if (bytes.length === fields.length && index().matches(fields)) return entry;
    }
    return undefined;
  }

  #use(id: string, known: Known): readonly string[] {
    this.#known.delete(id);
    this.#known.set(id, known);
    return known.names;
  }

  #keep(id: string, known: Known): void {
    this.#forget(id);
    this.#known.set(id, known);
    this.#kept += known.bytes.length;
    for (const oldest of this.#known.keys()) {
      if (this.#kept <= maxKept) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#kept -= this.#known.get(id)?.bytes.length ?? 0;
    this.#known.delete(id);
  }
}

/** Tells most lists from each other: how long they are, and some of their bytes. */
function sample(fields: Uint8Array): string {
  const view = new DataView(fields.buffer, fields.byteOffset, fields.byteLength);
  const words = [fields.length];
  const step = (fields.length - 4) / 16;
  for (let i = 0; i <= 16; i++) words.push(view.getUint32(Math.floor(i * step)));
  return words.join();
}

function readNames(fields: Uint8Array): readonly string[] {
  const reader = new WireReader(fields);
  const bytes = Buffer.from(fields.buffer, fields.byteOffset, fields.byteLength);
  const names: string[] = [];
  const ascii = isAscii(bytes);
  while (!reader.done) {
    reader.tag();
    const name = ascii ? reader.ascii() : reader.text();
    checkName(name);
    names.push(name);
  }
  return names;
}

/** Refuses a name that no resource can have. */
export function checkName(name: string): void {
  if (name.length <= maxNameLength) return;
  const start = name.slice(0, 100);
  throw new FairwayError("BadRequest", `a name must have at most ${maxNameLength} characters: '${start}…'`);
}
