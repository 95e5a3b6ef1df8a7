import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PushQueue } from "./push-queue.ts";
import type { PushRequest } from "./push-request.ts";

interface Client {
  readonly name: string;
}

const [one, two] = [{ name: "one" }, { name: "two" }];
const change = (name: string): PushRequest => ({ full: true, changed: new Set([name]), reasons: new Map(), start: 0 });
const taken = async (queue: PushQueue<Client>) => {
  const next = await queue.dequeue();
  return next && `${next.client.name} ${[...next.request.changed].join()}`;
};

describe("the push queue", () => {
  test("keeps order and merges what comes for who waits already", async () => {
    const queue = new PushQueue<Client>();
    queue.enqueue(one, change("a"));
    queue.enqueue(two, change("a"));
    queue.enqueue(one, change("b"));
    assert.equal(queue.pending, 2);
    assert.equal(await taken(queue), "one a,b");
    assert.equal(await taken(queue), "two a");
    assert.equal(queue.pending, 0);
  });

  test("puts what comes during a push at the end, once the push is done", async () => {
    const queue = new PushQueue<Client>();
    queue.enqueue(one, change("a"));
    await taken(queue);
    queue.enqueue(one, change("b"));
    queue.enqueue(one, change("c"));
    assert.equal(queue.pending, 0);
    queue.enqueue(two, change("d"));
    queue.done(one);
    assert.equal(await taken(queue), "two d");
    assert.equal(await taken(queue), "one b,c");
    queue.done(one);
    assert.equal(queue.pending, 0);
  });

  test("gives what comes to who waits for it, and lets all go when it is closed", async () => {
    const queue = new PushQueue<Client>();
    const [first, second] = [taken(queue), taken(queue)];
    queue.enqueue(one, change("a"));
    assert.equal(await first, "one a");
    queue.close();
    assert.equal(await second, undefined);
    queue.enqueue(two, change("b"));
    assert.equal(await taken(queue), undefined);
  });

  test("forgets who is gone", async () => {
    const queue = new PushQueue<Client>();
    queue.enqueue(one, change("a"));
    queue.enqueue(two, change("a"));
    queue.drop(one);
    assert.equal(await taken(queue), "two a");
    queue.enqueue(two, change("b"));
    queue.drop(two);
    queue.done(two);
    assert.equal(queue.pending, 0);
  });
});
