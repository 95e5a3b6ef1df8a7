import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Random } from "../../src/base/testing/random.ts";
import { throwawayPair } from "../peers/throwaway-pair.ts";
import { echoingWorkloads } from "./echoing-workloads.ts";
import { generatedRequest } from "./generated-request.ts";
import { tokenSigner } from "./signed-token.ts";
import { startWalkedMesh } from "./walked-mesh.ts";

/** The meshes that are tried; `WALKER_SEEDS=11-60` tries others. */
const [first = 1, last = first] = (process.env["WALKER_SEEDS"] ?? "1-10").split("-").map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
const requestsEach = 100;

describe("the walker says of generated requests what a real Envoy does", { timeout: 10 * 60_000 }, () => {
  const signer = tokenSigner();
  const ends = new Map<string, number>();
  let workloads: Awaited<ReturnType<typeof echoingWorkloads>>;
  let pair: Awaited<ReturnType<typeof throwawayPair>>;
  before(async () => {
    workloads = await echoingWorkloads();
    pair = await throwawayPair();
  });
  after(() => workloads.close());

  for (const seed of seeds) {
    test(`${requestsEach} requests in the mesh of seed ${seed}`, async (t) => {
      const random = new Random(seed);
      const mesh = await startWalkedMesh({ random, workloads: workloads.port, jwks: signer.jwks, pair });
      t.after(() => mesh.stop());
      const differences: string[] = [];
      for (let number = 0; number < requestsEach; number += 1) {
        const { end, difference } = await mesh.compare(generatedRequest(random, mesh.ports, signer));
        ends.set(end, (ends.get(end) ?? 0) + 1);
        if (difference) differences.push(`seed ${seed}, request ${number}: ${difference}`);
      }
      assert.equal(differences.length, 0, differences.slice(0, 3).join("\n\n"));
    });
  }

  test("and the requests end in all ways there are", { skip: seeds.length < 10 && "only a few are tried" }, () => {
    const few = [
      "forwarded",
      "redirect",
      "direct-response",
      "denied",
      "unauthenticated",
      "fault",
      "cors-preflight",
    ].filter((end) => (ends.get(end) ?? 0) < 10);
    assert.deepEqual(few, [], JSON.stringify([...ends]));
  });
});
