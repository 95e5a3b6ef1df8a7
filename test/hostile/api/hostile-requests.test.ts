import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Random } from "../../../src/base/testing/random.ts";
import { accessOf } from "../../peers/kube-client.ts";
import { eventually } from "../../tools/eventually.ts";
import { scratch } from "../../tools/fairway.ts";
import { rawAttacks } from "../connection-attacks.ts";
import { runAttacks } from "../run-attacks.ts";
import { startWatched, type WatchedFairway } from "../watched-fairway.ts";
import { ApiArena, type ApiTarget } from "./api-arena.ts";
import { bodyAttacks } from "./body-attacks.ts";
import { HonestWatcher } from "./honest-watcher.ts";
import { http1Attacks } from "./http1-attacks.ts";
import { requestAttacks } from "./request-attacks.ts";

/** The same seed gives the same attacks; a failure says how to have it again. */
const seed = Number(process.env["HOSTILE_SEED"] ?? 20260101);
const first = Number(process.env["HOSTILE_FIRST"] ?? 0);
const count = Number(process.env["HOSTILE_COUNT"] ?? 10_000);
const attacks = [...bodyAttacks, ...requestAttacks, ...http1Attacks, ...rawAttacks];

/** Bytes that the process may hold more after the attacks than after the first of them, when all caches were warm. */
const maxGrowth = 12_000_000;

describe("the API among hostile clients", { timeout: 600_000 }, () => {
  const { dir, remove } = scratch();
  let server: WatchedFairway;
  let target: ApiTarget;
  let honest: HonestWatcher;
  let writes = 0;

  before(async () => {
    // Attacks that say nothing must be over soon; the audit log of ten thousand refusals is not what is looked at.
    const flags = ["--api-request-timeout", "20s", "--api-max-connections", "300", "--log-scopes", "audit=none"];
    server = await startWatched(dir, flags);
    target = await accessOf(server.addresses.get("kubeconfig") ?? "");
    honest = new HonestWatcher(target);
    await honest.write(++writes);
  });

  after(async () => {
    honest?.close();
    await server?.stop();
    remove();
  });

  /** Writes one thing after the other while something goes on. */
  async function meanwhile<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const end = () => {
      over = true;
    };
    work.then(end, end);
    do await honest.write(++writes);
    while (!over);
    return work;
  }

  const assault = (from: number, to: number) =>
    meanwhile(runAttacks(() => new ApiArena(target, new Random(0)), { attacks, seed, first: from, count: to - from }));

  test(`${count} malformed requests: each is refused, nothing is kept, and nobody else notices`, async (t) => {
    const warm = first + Math.min(1000, Math.floor(count / 2));
    await assault(first, warm);
    const before = (await server.memory()).used;
    await assault(warm, first + count);
    // Connections may still be closing.
    const growth = await eventually(async () => {
      const grown = (await server.memory()).used - before;
      assert.ok(grown < maxGrowth, `${grown} bytes more are held than before`);
      return grown;
    });
    t.diagnostic(`seed ${seed}, ${writes} writes, ${before} bytes held before and ${growth} more after`);
    assert.doesNotMatch(server.errors(), /"level":"error"/);
  });

  test("connections that are idle, more than are taken: the honest client keeps its own", async () => {
    const arena = new ApiArena(target, new Random(seed));
    const idle = await Promise.all(Array.from({ length: 400 }, () => arena.bare()));
    await honest.write(++writes);
    await eventually(async () => idle.filter(({ socket }) => socket.destroyed).length >= 100);
    await honest.write(++writes);
    for (const connection of idle) connection.destroy();
  });

  test("it stops when it is told to, though somebody holds a connection", async () => {
    const holding = await new ApiArena(target, new Random(seed)).plain();
    holding.socket.pause();
    honest.check();
    assert.equal(await server.stop(), 0);
    holding.destroy();
  });
});
