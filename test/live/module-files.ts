const text = (name: string) => [name.length, ...Buffer.from(name)];
const section = (id: number, ...content: readonly number[]) => [id, content.length, ...content];

/** A Wasm module with what Envoy looks for in one, and which does nothing. */
const idleModule = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // Two types of functions, from nothing to nothing and from a number to a number, and one function of each.
  ...section(1, 2, ...[0x60, 0, 0], ...[0x60, 1, 0x7f, 1, 0x7f]),
  ...section(3, 2, 0, 1),
  // One page of memory.
  ...section(5, 1, 0, 1),
  ...section(7, 3, ...text("memory"), 2, 0, ...text("proxy_abi_version_0_2_1"), 0, 0, ...text("malloc"), 0, 1),
  // The second function always answers 0.
  ...section(10, 2, ...[2, 0, 0x0b], ...[4, 0, 0x41, 0, 0x0b]),
]);

/** The modules that rules name as files. */
export const moduleFiles: ReadonlyMap<string, Uint8Array> = new Map(
  ["authn", "authz", "last", "b", "c", "n", "x"].map((name) => [`/opt/${name}.wasm`, idleModule]),
);
