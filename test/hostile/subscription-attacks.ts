import assert from "node:assert/strict";
import { xdsTypes } from "../../src/deliver/index.ts";
import { grpcCodes } from "../../src/grpc/index.ts";
import { type Arena, type Attack, drain, endOf, finish } from "./arena.ts";
import { adsPaths, ask, encodeDeltaRequest, forms, nodeOf, readNonce } from "./requests.ts";
import { watchedCluster } from "./world.ts";

const refused = { code: 13, message: "no" };

const oddTypes: readonly [string, ...string[]] = [
  "x",
  "type.googleapis.com/",
  "type.googleapis.com/google.protobuf.Struct",
  "type.googleapis.com/envoy.service.discovery.v3.DiscoveryRequest",
  "type.googleapis.com/envoy.config.cluster.v3.Cluster ",
  "envoy.config.cluster.v3.Cluster",
  "__proto__",
  "constructor",
  "istio.io/debug/nothing",
  `type.googleapis.com/${"x".repeat(100_000)}`,
];

const oldTypes: readonly [string, ...string[]] = [
  "type.googleapis.com/envoy.api.v2.Cluster",
  "type.googleapis.com/envoy.api.v2.Listener",
  "type.googleapis.com/envoy.api.v2.auth.Secret",
];

/** Field 3 of either form of a request, a million times: names of one letter. */
const millionNames = Buffer.alloc(3_000_000, Buffer.from([0x1a, 1, 0x61]));

const many = (count: number, prefix = "") => Array.from({ length: count }, (_, i) => `${prefix}${i.toString(36)}`);

/** Wants a name and no longer wants it, so many times. */
export async function changeMind(arena: Arena, times: number): Promise<void> {
  const call = await arena.call(adsPaths.delta);
  void drain(call);
  call.send(ask("delta", xdsTypes.endpoint, [watchedCluster], { node: nodeOf(arena.index) }));
  for (let i = 0; i < times; i++) {
    const key = i % 2 ? "resourceNamesSubscribe" : "resourceNamesUnsubscribe";
    call.send(encodeDeltaRequest({ typeUrl: xdsTypes.endpoint, [key]: [watchedCluster] }));
  }
  await finish(call, [grpcCodes.ok]);
}

/** Requests that are messages, but ask for what they should not, or say what is not so. */
export const subscriptionAttacks: readonly Attack[] = [
  {
    name: "types that there are not",
    share: 40,
    async run(arena) {
      const { random, index } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      for (let i = 0; i < 3; i++) call.send(ask(form, random.pick(oddTypes), ["a"], { node: nodeOf(index) }));
      await finish(call, [grpcCodes.ok, grpcCodes.invalidArgument, grpcCodes.notFound]);
    },
  },
  {
    name: "types of xDS v2",
    share: 10,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      call.send(ask(form, arena.random.pick(oldTypes), [], { node: nodeOf(arena.index) }));
      await endOf(call, [grpcCodes.unimplemented]);
    },
  },
  {
    name: "no type, or another than the stream is for",
    share: 20,
    async run(arena) {
      const { random, index } = arena;
      const single = random.chance(0.5);
      const path = single ? "/envoy.service.cluster.v3.ClusterDiscoveryService/StreamClusters" : adsPaths.sotw;
      const call = await arena.call(path);
      call.send(ask("sotw", single ? xdsTypes.listener : "", [], { node: nodeOf(index) }));
      await endOf(call, [grpcCodes.invalidArgument]);
    },
  },
  {
    name: "answers to what was never sent",
    share: 80,
    async run(arena) {
      const { random, index } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const node = nodeOf(index);
      call.send(ask(form, xdsTypes.cluster, [], { node }));
      const nonces = ["", "0", `${node.id}-1/1`, `${node.id}-1/999999`, "x".repeat(1000), "\u0000"] as const;
      for (let i = random.below(20); i >= 0; i--) {
        const type = random.pick([xdsTypes.cluster, xdsTypes.listener, xdsTypes.endpoint, xdsTypes.secret]);
        const error = random.chance(0.5) && { errorDetail: refused };
        call.send(ask(form, type, random.pick([[], ["a"]]), { responseNonce: random.pick(nonces), ...error }));
      }
      await finish(call, [grpcCodes.ok]);
    },
  },
  {
    name: "everything refused",
    share: 20,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      call.send(ask(form, xdsTypes.cluster, [], { node: nodeOf(arena.index) }));
      const responseNonce = readNonce(form, await call.next());
      for (let i = 0; i < 100; i++) {
        call.send(ask(form, xdsTypes.cluster, [], { responseNonce, errorDetail: refused }));
      }
      await finish(call, [grpcCodes.ok]);
    },
  },
  {
    name: "lies about what it has",
    share: 8,
    async run(arena) {
      const call = await arena.call(adsPaths.delta);
      const versions = Object.fromEntries(many(500).map((name) => [name, "1"]));
      const initialResourceVersions = { ...versions, ["__proto__"]: "1", [watchedCluster]: "x".repeat(10_000) };
      const node = nodeOf(arena.index);
      for (const typeUrl of [xdsTypes.cluster, xdsTypes.endpoint]) {
        call.send(encodeDeltaRequest({ node, typeUrl, initialResourceVersions, resourceNamesSubscribe: ["a"] }));
      }
      await finish(call, [grpcCodes.ok]);
    },
  },
  {
    name: "a million names",
    share: 1,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      call.send(Buffer.concat([ask(form, xdsTypes.endpoint, [], { node: nodeOf(arena.index) }), millionNames]));
      const { message } = await endOf(call, [grpcCodes.resourceExhausted]);
      assert.match(message, /at most/);
    },
  },
  {
    name: "names without end",
    share: 1,
    async run(arena) {
      const call = await arena.call(adsPaths.delta);
      call.send(ask("delta", xdsTypes.endpoint, ["a"], { node: nodeOf(arena.index) }));
      for (let i = 0; i < 6; i++) call.send(ask("delta", xdsTypes.endpoint, many(4000, `${i}-`)));
      // On a slow machine this very process may not read in time, and is then cut off.
      await finish(call, [grpcCodes.resourceExhausted, -1]);
    },
  },
  {
    name: "types without end",
    share: 4,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const node = nodeOf(arena.index);
      for (let i = 0; i < 1000; i++) call.send(ask(form, `type.googleapis.com/x.${i}`, ["a"], i === 0 ? { node } : {}));
      await finish(call, [grpcCodes.resourceExhausted]);
    },
  },
  {
    name: "long names",
    share: 4,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const name = "n".repeat(arena.random.pick([10_000, 1_000_000, 4_000_000]));
      call.send(ask(form, xdsTypes.route, [name], { node: nodeOf(arena.index) }));
      const { message } = await endOf(call, [grpcCodes.invalidArgument]);
      assert.match(message, /name/);
    },
  },
  {
    name: "one name, wanted and not wanted",
    share: 2,
    run: (arena) => changeMind(arena, 100),
  },
  {
    name: "other names each time",
    share: 8,
    async run(arena) {
      const form = arena.random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      void drain(call);
      const node = nodeOf(arena.index);
      for (let i = 0; i < 40; i++) {
        const names = many(50, `${arena.index}-${i}-`);
        call.send(ask(form, xdsTypes.route, names, i === 0 ? { node } : {}));
      }
      await finish(call, [grpcCodes.ok]);
    },
  },
];
