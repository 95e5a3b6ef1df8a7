import { randomInt } from "node:crypto";
import { WireReader } from "../base/wire-reader.ts";

/** Names that may want one place before the index is given up: clients choose names, and may choose them to collide. */
const longestSearch = 32;

/**
 * Tells whether a list has the same names as another in whatever order, by their bytes: clients have the names from tables
 * whose order differs from process to process, and to make a text of each of thousands costs several times as much.
 */
export class NameIndex {
  readonly #bytes: DataView;
  /** Where the bytes of each name begin, and their number. */
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  /** The number of a name, from 1 on, at the place that its bytes tell or after it; 0: none. */
  readonly #places: Int32Array;
  /** In which search each name was found last. */
  readonly #found: Int32Array;
  #search = 0;
  /** No two clients' names collide alike in two processes. */
  readonly #seed = randomInt(2 ** 31);
  readonly #usable: boolean;

  /** Of a run of fields with so many names. It must not change. */
  constructor(fields: Uint8Array, count: number) {
    this.#bytes = viewOf(fields);
    this.#starts = new Int32Array(count);
    this.#lengths = new Int32Array(count);
    this.#found = new Int32Array(count);
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 1)));
    this.#usable = this.#fill(fields);
  }

  /** Whether a run of fields has each of the names once, and no other. */
  matches(fields: Uint8Array): boolean {
    if (!this.#usable) return false;
    this.#search = (this.#search + 1) | 0;
    const view = viewOf(fields);
    const reader = new WireReader(fields);
    let count = 0;
    while (!reader.done) {
      reader.varint();
      const length = reader.pass();
      const name = this.#find(view, reader.at - length, length);
      if (name < 0 || this.#found[name] === this.#search) return false;
      this.#found[name] = this.#search;
      count += 1;
    }
    return count === this.#starts.length;
  }

  #fill(fields: Uint8Array): boolean {
    const reader = new WireReader(fields);
    for (let name = 0; !reader.done; name++) {
      reader.varint();
      const length = reader.pass();
      this.#starts[name] = reader.at - length;
      this.#lengths[name] = length;
      let place = this.#placeOf(this.#bytes, reader.at - length, length);
      for (let searched = 0; this.#places[place] !== 0; searched++) {
        if (searched === longestSearch) return false;
        place = this.#after(place);
      }
      this.#places[place] = name + 1;
    }
    return true;
  }

  /** The number of the name with these bytes; -1: there is none. */
  #find(view: DataView, start: number, length: number): number {
    let place = this.#placeOf(view, start, length);
    for (;;) {
      const name = (this.#places[place] ?? 0) - 1;
      if (name < 0 || this.#isName(name, view, start, length)) return name;
      place = this.#after(place);
    }
  }

  #isName(name: number, view: DataView, start: number, length: number): boolean {
    if (this.#lengths[name] !== length) return false;
    const [own, last] = [this.#starts[name] ?? 0, length - 4];
    for (let i = 0; i < last; i += 4) if (!this.#sameWord(own + i, view, start + i)) return false;
    if (last >= 0) return this.#sameWord(own + last, view, start + last);
    for (let i = 0; i < length; i++) if (this.#bytes.getUint8(own + i) !== view.getUint8(start + i)) return false;
    return true;
  }

  #sameWord(own: number, view: DataView, at: number): boolean {
    return this.#bytes.getInt32(own, true) === view.getInt32(at, true);
  }

  #placeOf(view: DataView, start: number, length: number): number {
    // Two of them, of every other word each: a processor works on both at once. The last two may overlap those before.
    let [hash, other] = [this.#seed, ~this.#seed];
    const last = start + length - 8;
    for (let i = start; i < last; i += 8) {
      hash = mixed(hash ^ view.getInt32(i, true));
      other = mixed(other ^ view.getInt32(i + 4, true));
    }
    if (length >= 8) {
      hash = mixed(hash ^ view.getInt32(last, true));
      other = mixed(other ^ view.getInt32(last + 4, true));
    } else {
      for (let i = start; i < start + length; i++) hash = mixed(hash ^ view.getUint8(i));
    }
    return mixed(hash ^ Math.imul(other, 0x85ebca6b)) & (this.#places.length - 1);
  }

  #after(place: number): number {
    return (place + 1) & (this.#places.length - 1);
  }
}

function mixed(hash: number): number {
  const product = Math.imul(hash, 0x9e3779b1);
  return product ^ (product >>> 15);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
