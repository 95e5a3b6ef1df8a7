import { mergeRequests, type PushRequest } from "./push-request.ts";

/** A push that is due for someone. */
export interface QueuedPush<C> {
  readonly client: C;
  readonly request: PushRequest;
}

/**
 * Who is to be pushed to, in the order in which they came. Everybody is in it at most once: what comes for a client that
 * waits is merged with what it waits for, and what comes while it is pushed to is kept until that is done.
 */
export class PushQueue<C extends object> {
  readonly #waiting = new Map<C, PushRequest>();
  /** Those who are pushed to now, with what has come for them since. */
  readonly #inProgress = new Map<C, PushRequest | undefined>();
  readonly #takers: ((push: QueuedPush<C> | undefined) => void)[] = [];
  #closed = false;

  /** Clients that wait. */
  get pending(): number {
    return this.#waiting.size;
  }

  enqueue(client: C, request: PushRequest): void {
    if (this.#closed) return;
    if (this.#inProgress.has(client)) {
      this.#inProgress.set(client, mergeRequests(this.#inProgress.get(client), request));
      return;
    }
    this.#waiting.set(client, mergeRequests(this.#waiting.get(client), request));
    if (this.#takers.length > 0) this.#takers.shift()?.(this.#take());
  }

  /** The next one; waits for it. Undefined when the queue was closed. */
  dequeue(): Promise<QueuedPush<C> | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const next = this.#take();
    if (next) return Promise.resolve(next);
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  /** A push is done; what has come for the client since is put at the end. */
  done(client: C): void {
    const since = this.#inProgress.get(client);
    this.#inProgress.delete(client);
    if (since) this.enqueue(client, since);
  }

  /** Forgets a client that is gone. */
  drop(client: C): void {
    this.#waiting.delete(client);
    if (this.#inProgress.has(client)) this.#inProgress.set(client, undefined);
  }

  /** Ends all waiting. */
  close(): void {
    this.#closed = true;
    for (const take of this.#takers.splice(0)) take(undefined);
  }

  #take(): QueuedPush<C> | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [client, request] = next;
    this.#waiting.delete(client);
    this.#inProgress.set(client, undefined);
    return { client, request };
  }
}
