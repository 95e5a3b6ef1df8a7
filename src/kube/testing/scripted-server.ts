import type { Resource } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import type { Query } from "../kube-client.ts";
import type { RawWatchEvent, WatchedEvents } from "../response-body.ts";

/** A watch that a test feeds. */
export interface ScriptedWatch {
  readonly query: Query;
  /** Events that come together. */
  send(...events: readonly RawWatchEvent[]): void;
  /** Ends it as a server does when its time is over, or with a broken connection. */
  end(error?: Error): void;
}

type Answer<T> = T | Error;

/** How long an event is taken to be. */
const eventBytes = 1000;

/** The requests of a client, answered by a test one after another, in the order in which they come. */
export class ScriptedServer {
  readonly #waiting: ((watch: ScriptedWatch) => void)[] = [];
  readonly #opened: ScriptedWatch[] = [];
  readonly #refusals: Error[] = [];
  readonly pages: Answer<{ items: readonly Resource[]; resourceVersion: string; continue: string }>[] = [];
  readonly listed: Query[] = [];

  /** The next watch is refused. */
  refuseWatch(error: Error): void {
    this.#refusals.push(error);
  }

  /** The next watch that was opened, or will be. */
  opened(): Promise<ScriptedWatch> {
    const watch = this.#opened.shift();
    return watch ? Promise.resolve(watch) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Watches that were opened and not yet looked at. */
  get unseen(): number {
    return this.#opened.length;
  }

  page = async (_type: unknown, _namespace: string, query: Query) => {
    this.listed.push(query);
    const answer = this.pages.shift();
    if (!answer) throw new FairwayError("Unavailable", "no page is scripted");
    if (answer instanceof Error) throw answer;
    return answer;
  };

  watch = async (_type: unknown, _namespace: string, query: Query, signal: AbortSignal): Promise<WatchedEvents> => {
    const refusal = this.#refusals.shift();
    if (refusal) throw refusal;
    const queue: (readonly RawWatchEvent[] | undefined | Error)[] = [];
    let wake = () => {};
    const push = (item: readonly RawWatchEvent[] | undefined | Error) => {
      queue.push(item);
      wake();
    };
    signal.addEventListener("abort", () => push(new Error("aborted")), { once: true });
    const watch = {
      query,
      send: (...events: readonly RawWatchEvent[]) => push(events),
      end: (error?: Error) => push(error),
    };
    const waiting = this.#waiting.shift();
    if (waiting) waiting(watch);
    else this.#opened.push(watch);
    const read = async function* () {
      for (;;) {
        while (queue.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const item = queue.shift();
        if (item === undefined) return;
        if (item instanceof Error) throw item;
        yield item;
      }
    };
    return {
      [Symbol.asyncIterator]: read,
      coming: {
        get unread() {
          return queue.filter(Array.isArray).flat().length * eventBytes;
        },
        hold: () => {},
      },
    };
  };
}
