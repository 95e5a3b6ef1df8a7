import { mergeRequests, type PushRequest } from "./push-request.ts";

/** A push that is due for someone, or under way. */
export interface QueuedPush<C> {
  readonly client: C;
  readonly request: PushRequest;
}

/** A place in the queue. */
interface Place<C> {
  readonly client: C;
  request: PushRequest;
  /** What has come since the push began; undefined while it has not, and as long as nothing has. */
  since: PushRequest | undefined;
  begun: boolean;
}

/**
 * Who is to be pushed to, in the order in which they came. Everybody is in it at most once: what comes for a client that
 * waits is merged with what it waits for, and what comes while it is pushed to is kept until that is done.
 */
export class PushQueue<C extends object> {
  /** Those who wait, and those who are pushed to now. */
  readonly #places = new Map<C, Place<C>>();
  /** Those who wait from `#next` on; the ones before were taken. */
  #order: Place<C>[] = [];
  #next = 0;
  #closed = false;

  /** Clients that wait. */
  get pending(): number {
    return this.#order.length - this.#next;
  }

  enqueue(client: C, request: PushRequest): void {
    if (this.#closed) return;
    const place = this.#places.get(client);
    if (!place) {
      const made = { client, request, since: undefined, begun: false };
      this.#places.set(client, made);
      this.#order.push(made);
    } else if (place.begun) place.since = mergeRequests(place.since, request);
    else place.request = mergeRequests(place.request, request);
  }

  /** The next one; undefined if nobody waits, or the queue was closed. */
  take(): QueuedPush<C> | undefined {
    const place = this.#closed ? undefined : this.#order[this.#next];
    if (!place) return undefined;
    this.#next += 1;
    place.begun = true;
    // Taken away half by half, so that it costs little, and nobody is kept for long who was taken.
    if (2 * this.#next >= this.#order.length) {
      this.#order = this.#order.slice(this.#next);
      this.#next = 0;
    }
    return place;
  }

  /** A push is done; what has come for the client since is put at the end. */
  done(client: C): void {
    const since = this.#places.get(client)?.since;
    this.#places.delete(client);
    if (since) this.enqueue(client, since);
  }

  /** Lets nobody in or out any more. */
  close(): void {
    this.#closed = true;
  }
}
