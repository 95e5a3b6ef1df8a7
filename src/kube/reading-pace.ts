/** What comes by itself, and waits to be read. */
export interface Coming {
  /** Bytes that have come and were not read; of what is held only the first are known of. */
  readonly unread: number;
  /** Whether what comes is left with the network: to take in each piece by itself costs more than to take in many. */
  hold(held: boolean): void;
}

export interface ReadingPaceOptions {
  /** Milliseconds of the first pause, in which something must come for others to follow. 0: everything is read at once. */
  readonly quiet: number;
  /** Milliseconds of a pause at the most. */
  readonly longest: number;
}

/** Waits for so many milliseconds; resolves to whether there still is anybody to read. */
export type Wait = (ms: number) => Promise<boolean>;

/** Milliseconds in which what was held is taken in. */
const intake = 2;
/** Changes of one read after which nobody waits: more of them at once would cost as much each. */
const manyChanges = 64;

/**
 * How long who reads changes waits between two reads, so that those which come in a row are taken together: the longer,
 * the longer they have come in a row. All who read for the same purpose share one, and so it knows whether there is more to
 * come of what was read last.
 */
export class ReadingPace {
  readonly #options: ReadingPaceOptions;
  readonly #waiting = new Set<Coming>();
  /** How long was last waited for those of which something has come in each wait. */
  readonly #waits = new WeakMap<Coming, number>();

  constructor(options: ReadingPaceOptions) {
    this.#options = options;
  }

  /** Whether changes have come that nobody has read yet, because more come. */
  get hasUnread(): boolean {
    return this.#waiting.values().some(({ unread }) => unread > 0);
  }

  /** Resolves when `coming` is to be read on, after a read of so many changes. */
  async pause(coming: Coming, changes: number, wait: Wait): Promise<void> {
    if (this.#options.quiet <= 0 || changes === 0 || changes >= manyChanges) return;
    this.#waiting.add(coming);
    coming.hold(true);
    try {
      if (!(await this.#waitForMore(coming, wait))) return;
      coming.hold(false);
      await wait(intake);
    } finally {
      coming.hold(false);
      this.#waiting.delete(coming);
    }
  }

  /** Resolves to whether anything has come, and somebody is there to read it. */
  async #waitForMore(coming: Coming, wait: Wait): Promise<boolean> {
    const { quiet, longest } = this.#options;
    const before = this.#waits.get(coming);
    this.#waits.delete(coming);
    if (!(await wait(quiet)) || coming.unread === 0) return false;
    const whole = before === undefined ? quiet : Math.min(2 * before, longest);
    this.#waits.set(coming, whole);
    return whole <= quiet || wait(whole - quiet);
  }
}
