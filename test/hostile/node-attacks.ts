import assert from "node:assert/strict";
import { xdsTypes } from "../../src/deliver/index.ts";
import { grpcCodes } from "../../src/grpc/index.ts";
import { type Attack, endOf, finish } from "./arena.ts";
import { oddMetadata } from "./odd-metadata.ts";
import { adsPaths, ask, type Form, forms, nodeOf } from "./requests.ts";

/** All that a proxy asks for at its start. */
const usual = [xdsTypes.cluster, xdsTypes.listener, xdsTypes.nameTable] as const;

const badIds: readonly [string, ...string[]] = [
  "",
  "x",
  "~~~",
  "sidecar~~~~",
  "sidecar~10.0.0.1~a.b",
  "ztunnel~10.0.0.1~a.b~c",
  "SIDECAR~10.0.0.1~a.b~c",
  "~".repeat(3000),
  `sidecar~10.0.0.1~${"a".repeat(100_000)}.b~c`,
];

/** Structs within Structs, written by hand, from the inside out: no encoder goes so deep. */
function nestedMetadata(form: Form, levels: number): Buffer {
  const pieces: Buffer[] = [Buffer.from([0x1a, 0x01, 0x78])];
  let length = 3;
  const put = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  const wrap = (tag: number) => put(Buffer.concat([Buffer.from([tag]), lengthOf(length)]));
  const entry = () => {
    wrap(0x12);
    put(Buffer.from([0x0a, 0x01, 0x61]));
    wrap(0x0a);
  };
  // Each level is a Value with a Struct with one entry, `a`.
  for (let i = 0; i < levels; i++) {
    entry();
    wrap(0x2a);
  }
  entry();
  wrap(0x1a);
  const id = Buffer.from("sidecar~10.0.0.1~a.b~c");
  put(Buffer.concat([Buffer.from([0x0a, id.length]), id]));
  wrap(form === "sotw" ? 0x12 : 0x0a);
  return Buffer.concat(pieces.reverse());
}

function lengthOf(length: number): Buffer {
  const bytes = [];
  let rest = length;
  for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

/** Clients that say odd things of themselves. */
export const nodeAttacks: readonly Attack[] = [
  {
    name: "metadata of the wrong type",
    share: 80,
    async run(arena) {
      const { random, index } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const asked = nodeOf(index, oddMetadata(random));
      const node = random.chance(0.3) ? { ...asked, id: asked.id?.replace("sidecar", "router") ?? "" } : asked;
      for (const type of usual) call.send(ask(form, type, [], { node }));
      call.send(ask(form, xdsTypes.route, ["80", "http_proxy"], { node }));
      await finish(call, [grpcCodes.ok, ...arena.denials]);
    },
  },
  {
    name: "a node that cannot be read",
    share: 40,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const id = arena.random.pick(badIds);
      call.send(ask(form, xdsTypes.cluster, [], arena.random.chance(0.2) ? {} : { node: { id } }));
      const { message } = await endOf(call, [grpcCodes.invalidArgument]);
      assert.match(message, /node/);
    },
  },
  {
    name: "metadata that is nested deeply",
    share: 4,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const rest = ask(form, xdsTypes.cluster, []);
      call.send(Buffer.concat([nestedMetadata(form, 1000 + arena.random.below(9000)), rest]));
      const { message } = await endOf(call, [grpcCodes.invalidArgument]);
      assert.match(message, /nested/);
    },
  },
  {
    name: "another node on the same stream",
    share: 20,
    async run(arena) {
      const { random, index } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      call.send(ask(form, xdsTypes.cluster, [], { node: nodeOf(index) }));
      call.send(ask(form, xdsTypes.listener, [], { node: { id: random.pick(badIds) } }));
      call.send(ask(form, xdsTypes.endpoint, ["a"], { node: nodeOf(index + 1, { NAMESPACE: "other" }) }));
      await finish(call, [grpcCodes.ok, ...arena.denials]);
    },
  },
];
