import assert from "node:assert/strict";
import { grpcCodes } from "../../src/grpc/index.ts";
import { type Attack, endOf, finish } from "./arena.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { grpcMessage } from "./raw-connection.ts";
import { adsPaths, forms, validRequest } from "./requests.ts";

/** Requests that are no messages, or not the messages they should be. */
export const messageAttacks: readonly Attack[] = [
  {
    name: "mutated requests",
    share: 480,
    async run(arena) {
      const { random } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      for (let i = random.below(4); i >= 0; i--) {
        const valid = validRequest(form, random);
        call.send(random.chance(0.7) ? mutateBytes(valid, random) : valid);
      }
      await finish(call);
    },
  },
  {
    name: "requests of the other form",
    share: 40,
    async run(arena) {
      const { random } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      for (let i = 0; i < 3; i++) call.send(validRequest(form === "sotw" ? "delta" : "sotw", random));
      await finish(call);
    },
  },
  {
    name: "noise",
    share: 40,
    async run(arena) {
      const { random } = arena;
      const call = await arena.call(adsPaths[random.pick(forms)]);
      call.send(Buffer.from(Array.from({ length: random.below(2000) }, () => random.below(256))));
      await finish(call);
    },
  },
  {
    name: "a length that is not kept",
    share: 40,
    async run(arena) {
      const { random } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const request = validRequest(form, random);
      const length = random.pick([request.length + 1, 4 << 20, (4 << 20) + 1, 2 ** 31, 2 ** 32 - 1]);
      call.stream.write(grpcMessage(request, length));
      const { code } = await finish(call, [grpcCodes.invalidArgument, grpcCodes.resourceExhausted]);
      assert.equal(code === grpcCodes.resourceExhausted, length > 4 << 20);
    },
  },
  {
    name: "a compressed message",
    share: 10,
    async run(arena) {
      const { random } = arena;
      const call = await arena.call(adsPaths[random.pick(forms)], { "grpc-encoding": "gzip" });
      call.stream.write(Buffer.from([1 + random.below(255), 0, 0, 0, 3, 1, 2, 3]));
      await endOf(call, [grpcCodes.unimplemented]);
    },
  },
  {
    name: "a message in single bytes",
    share: 10,
    async run(arena) {
      const { random } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      for (const byte of grpcMessage(validRequest(form, random))) call.stream.write(Buffer.from([byte]));
      await finish(call, [grpcCodes.ok]);
    },
  },
  {
    name: "a stream that breaks off",
    share: 60,
    async run(arena) {
      const { random } = arena;
      const form = random.pick(forms);
      const call = await arena.call(adsPaths[form]);
      const request = grpcMessage(validRequest(form, random));
      call.stream.write(request.subarray(0, random.below(request.length + 1)));
      if (random.chance(0.5)) await new Promise((resolve) => setImmediate(resolve));
      call.stream.close(random.below(14));
      await call.ended;
    },
  },
];
