import type { Random } from "../../src/base/testing/random.ts";

type Mutation = (bytes: Buffer, random: Random) => Buffer;

/** Numbers as long as protobuf allows, and one that is longer. */
const hugeNumbers = ["ffffffff0f", "ffffffffffffffff7f", "ffffffffffffffffff01", "ffffffffffffffffffffff01"];

const place = (bytes: Buffer, random: Random) => random.below(bytes.length + 1);

const mutations: readonly [Mutation, ...Mutation[]] = [
  function flip(bytes, random) {
    const copy = Buffer.from(bytes);
    for (let i = random.below(8); i >= 0 && copy.length > 0; i--) {
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return copy;
  },
  function cut(bytes, random) {
    return bytes.subarray(0, place(bytes, random));
  },
  function leaveOut(bytes, random) {
    const at = place(bytes, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(16))]);
  },
  function putIn(bytes, random) {
    const at = place(bytes, random);
    const junk = Buffer.from(Array.from({ length: 1 + random.below(16) }, () => random.below(256)));
    return Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)]);
  },
  function huge(bytes, random) {
    const at = place(bytes, random);
    const number = Buffer.from(random.pick(hugeNumbers as [string, ...string[]]), "hex");
    return Buffer.concat([bytes.subarray(0, at), number, bytes.subarray(at + 1)]);
  },
  function twice(bytes, random) {
    const at = place(bytes, random);
    return Buffer.concat([bytes, bytes.subarray(at)]);
  },
  function badText(bytes, random) {
    const at = place(bytes, random);
    const copy = Buffer.from(bytes);
    copy.subarray(at, at + 1 + random.below(4)).fill(random.pick([0xff, 0xc0, 0xed, 0x80]));
    return copy;
  },
];

/** Bytes that were a message, with up to four things done to them. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let result = bytes;
  for (let i = random.below(4); i >= 0; i--) result = random.pick(mutations)(result, random);
  return result;
}
