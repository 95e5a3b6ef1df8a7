import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { isObject } from "../../base/json.ts";
import { writeFileAtomically } from "../../base/write-file.ts";
import { seal, unseal } from "./sealed-text.ts";

/** What is remembered besides objects. */
interface Remembered {
  /** No version that was given out is larger. */
  readonly versions: number;
  /** Whether all objects were on disk once; before that those that are may be too few to serve. */
  readonly whole: boolean;
  /** When the API server was last heard; milliseconds since the epoch, 0 for never. */
  readonly heard: number;
}

export interface EdgeRecordOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly failing: (error: unknown) => void;
}

/** How many versions are laid aside at a time: so many are skipped by a restart at the most. */
const block = 1_000_000;
/** Versions per millisecond of the clock: where nothing is remembered, the clock alone makes them grow. */
const perMillisecond = 100;
/** No version comes near this from a clock that can be right: HTTP's side takes fifteen digits. */
const latest = 9e14;
/** Milliseconds between writes that only say that the server was heard. */
const heardInterval = 60_000;

/**
 * The wrapper's own record, by which versions grow over restarts: it says on disk which versions may have been given out,
 * before they are.
 */
export class EdgeRecord {
  readonly #options: EdgeRecordOptions;
  readonly #path: string;
  #remembered: Remembered = { versions: 0, whole: false, heard: 0 };
  /** Whether there is something that must not wait. */
  #urgent = false;
  #savedHeard = 0;
  #saving: Promise<void> | undefined;

  constructor(options: EdgeRecordOptions) {
    this.#options = options;
    this.#path = join(options.directory, "record");
  }

  get whole(): boolean {
    return this.#remembered.whole;
  }

  /** Milliseconds since the epoch; 0 for never. */
  get heard(): number {
    return this.#remembered.heard;
  }

  /** Reads what is remembered, and lays versions aside. Returns the version after which they begin. */
  async open(): Promise<number> {
    this.#remembered = read(unseal(await readFile(this.#path, "utf8").catch(() => ""))) ?? this.#remembered;
    const byClock = Math.floor(this.#options.clock.now() * perMillisecond);
    const first = Math.max(this.#remembered.versions, byClock < latest ? byClock : 0);
    await this.#save({ versions: first + block });
    return first;
  }

  /** To be told the newest version that was given out. */
  used(version: number): void {
    if (version < this.#remembered.versions - block / 2) return;
    void this.#save({ versions: version + block });
  }

  /** All objects are on disk. */
  markWhole(): void {
    if (!this.#remembered.whole) void this.#save({ whole: true });
  }

  /** The API server was heard. */
  hear(): void {
    const heard = this.#options.clock.now();
    this.#remembered = { ...this.#remembered, heard };
    if (Math.abs(heard - this.#savedHeard) >= heardInterval) void this.#save({ heard });
  }

  async close(): Promise<void> {
    await this.#save({});
  }

  /** Writes until what counts is on disk; failing is no reason not to serve. */
  #save(change: Partial<Remembered>): Promise<void> {
    this.#remembered = { ...this.#remembered, ...change };
    this.#urgent = true;
    this.#saving ??= this.#write().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  async #write(): Promise<void> {
    while (this.#urgent) {
      this.#urgent = false;
      const { heard } = this.#remembered;
      try {
        await writeFileAtomically(this.#path, seal(JSON.stringify(this.#remembered)), 0o600);
        this.#savedHeard = heard;
      } catch (error) {
        return this.#options.failing(error);
      }
    }
  }
}

function read(text: string | undefined): Remembered | undefined {
  const said: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isObject(said) || !Number.isSafeInteger(said.versions)) return undefined;
  return { versions: Number(said.versions), whole: said.whole === true, heard: Number(said.heard) || 0 };
}
