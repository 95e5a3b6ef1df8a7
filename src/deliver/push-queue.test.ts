import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PushQueue } from "./push-queue.ts";
import type { PushRequest } from "./push-request.ts";

interface Client {
  readonly name: string;
}

const [one, two] = [{ name: "one" }, { name: "two" }];
const change = (name: string): PushRequest => ({ full: true, changed: new Set([name]), reasons: new Map(), start: 0 });
const taken = (queue: PushQueue<Client>) => {
  const next = queue.take();
  return next && `${next.client.name} ${[...next.request.changed].join()}`;
};

describe("the push queue", () => {
  test("keeps order and merges what comes for who waits already", () => {
    const queue = new PushQueue<Client>();
    queue.enqueue(one, change("a"));
    queue.enqueue(two, change("a"));
    queue.enqueue(one, change("b"));
    assert.equal(queue.pending, 2);
    assert.equal(taken(queue), "one a,b");
    assert.equal(taken(queue), "two a");
    assert.equal(queue.pending, 0);
    assert.equal(taken(queue), undefined);
  });

  test("puts what comes during a push at the end, once the push is done", () => {
    const queue = new PushQueue<Client>();
    queue.enqueue(one, change("a"));
    taken(queue);
    queue.enqueue(one, change("b"));
    queue.enqueue(one, change("c"));
    assert.equal(queue.pending, 0);
    queue.enqueue(two, change("d"));
    queue.done(one);
    assert.equal(taken(queue), "two d");
    assert.equal(taken(queue), "one b,c");
    queue.done(one);
    assert.equal(queue.pending, 0);
  });

  test("is as it was for whom came after everybody was pushed to", () => {
    const queue = new PushQueue<Client>();
    for (const round of ["a", "b", "c"]) {
      queue.enqueue(one, change(round));
      queue.enqueue(two, change(round));
      assert.deepEqual([taken(queue), queue.pending, taken(queue)], [`one ${round}`, 1, `two ${round}`]);
      queue.done(one);
      queue.done(two);
    }
  });

  test("lets nobody in or out when it is closed", () => {
    const queue = new PushQueue<Client>();
    queue.enqueue(one, change("a"));
    queue.close();
    queue.enqueue(two, change("b"));
    assert.equal(taken(queue), undefined);
    assert.equal(queue.pending, 1);
  });
});
