import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { systemClock } from "../base/clock.ts";
import type { ConnectedClient } from "./delivery-events.ts";
import { noEvents, type SendCost } from "./delivery-events.ts";
import { Outbox } from "./outbox.ts";
import { MemoryCall } from "./testing/memory-call.ts";

function start(timeout = 1000) {
  const received: string[] = [];
  const told: string[] = [];
  const call = new MemoryCall((message) => received.push(Buffer.from(message).toString()));
  const events = {
    ...noEvents,
    sent: (_: ConnectedClient, type: string, { bytes }: SendCost) => told.push(`${type}: ${bytes}`),
    cutOff: (_: ConnectedClient, type: string) => told.push(`${type}: cut off`),
  };
  const outbox = new Outbox({ client: {} as ConnectedClient, call, timeout, events, clock: systemClock });
  const put = (type: string, ...parts: string[]) =>
    outbox.put({ type, parts: parts.map((part) => Buffer.from(part)), began: systemClock.monotonic() });
  return { received, told, call, outbox, put };
}

suite("an outbox", () => {
  test("sends all that was put into it in order, and tells of each", async () => {
    const { received, told, outbox, put } = start();
    put("clusters", "a", "b");
    put("endpoints", "c");
    assert.equal(outbox.isEmpty, false);
    await outbox.flush();
    assert.deepEqual(received, ["ab", "c"]);
    assert.deepEqual(told, ["clusters: 2", "endpoints: 1"]);
    assert.equal(outbox.isEmpty, true);
  });

  test("tells of what was not read when a client is cut off", async () => {
    const { told, call, outbox, put } = start(5);
    call.reads = false;
    put("clusters", "x".repeat(100_000));
    put("endpoints", "y");
    await assert.rejects(outbox.flush(), { code: "Unavailable" });
    assert.deepEqual(told, ["clusters: cut off", "endpoints: cut off"]);
  });
});
