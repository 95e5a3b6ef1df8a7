import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import type { KubeRequest, KubeResponse } from "../kube/index.ts";
import { UpstreamProbe } from "./upstream-probe.ts";

const answer = (status: number): KubeResponse => ({ status, headers: {}, body: (async function* () {})() });

test("any answer of its own means that the server is there; none, one that is late or a proxy's, that it is not", async () => {
  const clock = new ManualClock();
  const told: unknown[] = [];
  let now: "answers" | "refuses" | "is silent" | "is behind a proxy" = "answers";
  const send = (request: KubeRequest) => {
    if (now === "answers") return Promise.resolve(answer(403));
    if (now === "is behind a proxy") return Promise.resolve(answer(503));
    if (now === "refuses") return Promise.reject(new Error("refused"));
    return new Promise<KubeResponse>((_, reject) => {
      request.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  };
  const asked = (reachable: boolean, before: boolean | undefined) => told.push([reachable, before]);
  const probe = new UpstreamProbe({ send, clock, interval: 5000, asked });
  const turn = async () => {
    // The wait before a question, and the steps of the wait for its answer.
    for (let i = 0; i < 6; i++) {
      for (let n = 0; n < 5; n++) await setImmediate();
      clock.advance(1250);
    }
    for (let n = 0; n < 5; n++) await setImmediate();
    return told.splice(0).at(-1);
  };
  assert.equal(probe.reachable, false);
  probe.start();
  assert.deepEqual(await turn(), [true, true]);
  now = "refuses";
  await turn();
  assert.equal(probe.reachable, false);
  now = "answers";
  await turn();
  assert.equal(probe.reachable, true);
  now = "is behind a proxy";
  await turn();
  assert.equal(probe.reachable, false);
  now = "answers";
  await turn();
  now = "is silent";
  await turn();
  await turn();
  assert.equal(probe.reachable, false);
  now = "answers";
  await turn();
  await turn();
  assert.equal(probe.reachable, true);
  probe.close();
  told.length = 0;
  assert.equal(await turn(), undefined);
});
