import { type Clock, systemClock } from "../base/clock.ts";
import { isObject } from "../base/json.ts";

export interface KeySetsOptions {
  /** Told when keys came or changed: what was made without them is out of date. */
  readonly changed: () => void;
  /** Told when the keys of an address cannot be fetched, the first time in a row. */
  readonly failed: (address: string, error: unknown) => void;
  /** The text behind a URL. */
  readonly fetch?: (url: string) => Promise<string>;
  /** Milliseconds after which keys are fetched again. Default: 20 minutes. */
  readonly refresh?: number;
  readonly clock?: Clock;
}

interface Entry {
  keys: string | undefined;
  failures: number;
  /** The round in which it was asked for last. */
  used: number;
  cancel: () => void;
}

const firstRetry = 1000;
const lastRetry = 5 * 60_000;
/** Rounds for which the keys of an address are kept that nobody asks for. */
const keptRounds = 3;

/**
 * Keys by which issuers sign tokens, fetched where the configuration says and kept fresh. Whoever asks for keys that are
 * not there yet is given none, and told when they are. Keys that were fetched once stay in force while fetching fails.
 */
export class KeySets {
  readonly #options: KeySetsOptions;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  #round = 0;
  #closed = false;

  constructor(options: KeySetsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The key set at an address: a URL of its own, or an issuer that tells where its keys are. */
  at(address: string): string | undefined {
    const known = this.#entries.get(address);
    if (known) {
      known.used = this.#round;
      return known.keys;
    }
    if (this.#closed || !isWebAddress(address)) return undefined;
    const entry: Entry = { keys: undefined, failures: 0, used: this.#round, cancel: () => undefined };
    this.#entries.set(address, entry);
    void this.#fetch(address, entry);
    return undefined;
  }

  /** A new round begins: addresses that nobody asked for in some of them are forgotten. */
  endRound(): void {
    this.#round += 1;
    for (const [address, entry] of this.#entries) {
      if (entry.used >= this.#round - keptRounds) continue;
      entry.cancel();
      this.#entries.delete(address);
    }
  }

  close(): void {
    this.#closed = true;
    for (const { cancel } of this.#entries.values()) cancel();
    this.#entries.clear();
  }

  async #fetch(address: string, entry: Entry): Promise<void> {
    const { changed, failed, fetch = fetchText, refresh = 20 * 60_000 } = this.#options;
    let wait = refresh;
    try {
      const keys = await fetchKeys(address, fetch);
      entry.failures = 0;
      if (this.#entries.get(address) === entry && keys !== entry.keys) {
        entry.keys = keys;
        changed();
      }
    } catch (error) {
      wait = Math.min(firstRetry * 2 ** entry.failures, lastRetry);
      entry.failures += 1;
      if (entry.failures === 1) failed(address, error);
    }
    if (this.#entries.get(address) !== entry) return;
    entry.cancel = this.#clock.after(wait, () => void this.#fetch(address, entry));
  }
}

function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" || url?.protocol === "http:";
}

/** The keys at an address; if there are none, those that the issuer's OpenID configuration leads to. */
async function fetchKeys(address: string, fetch: (url: string) => Promise<string>): Promise<string> {
  const direct = await fetch(address).catch(() => "");
  if (isKeySet(direct)) return direct;
  const text = await fetch(`${address.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const told: unknown = JSON.parse(text);
  const url = isObject(told) ? told["jwks_uri"] : undefined;
  if (typeof url !== "string" || !isWebAddress(url))
    throw new Error("there are no keys, and nothing tells where they are");
  const keys = await fetch(url);
  if (!isKeySet(keys)) throw new Error(`there are no keys at ${url}`);
  return keys;
}

function isKeySet(text: string): boolean {
  try {
    const set: unknown = JSON.parse(text);
    return isObject(set) && Array.isArray(set["keys"]);
  } catch {
    return false;
  }
}

const timeout = 5000;
const maxBytes = 1024 * 1024;

/** Reads a page, with limits: what is behind an address is not ours. */
async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout), headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error(`${url} has more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
