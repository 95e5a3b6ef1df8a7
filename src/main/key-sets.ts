import type { Clock } from "../base/clock.ts";
import { isObject } from "../base/json.ts";
import { KeptFresh } from "../base/kept-fresh.ts";

export interface KeySetsOptions {
  /** Told when keys came or changed: what was made without them is out of date. */
  readonly changed: () => void;
  /** Told when the keys of an address cannot be fetched, the first time in a row. */
  readonly failed: (address: string, error: unknown) => void;
  /** Told of every attempt and whether it went well. */
  readonly attempted?: (success: boolean) => void;
  /** The text behind a URL. */
  readonly fetch?: (url: string) => Promise<string>;
  /** Milliseconds after which keys are fetched again. Default: 20 minutes. */
  readonly refresh?: number;
  readonly clock?: Clock;
  /** A number from 0 up to 1, by which waiting is spread. Default: at random. */
  readonly random?: () => number;
}

/** The longest that a failed attempt waits until it is repeated, and the first time. */
const retry = { first: 1000, longest: 5 * 60_000 };

/** Keys by which issuers sign tokens, fetched where the configuration says and kept fresh. */
export class KeySets {
  readonly #kept: KeptFresh<string>;

  constructor({ fetch = fetchText, refresh = 20 * 60_000, ...options }: KeySetsOptions) {
    this.#kept = new KeptFresh({
      ...options,
      retry,
      fetch: async (address) => ({ value: await fetchKeys(address, fetch), goodFor: refresh }),
    });
  }

  /** The key set at an address, if it was fetched: a URL of its own, or an issuer that tells where its keys are. */
  at(address: string): string | undefined {
    return isWebAddress(address) ? this.#kept.at(address) : undefined;
  }

  /** A new round begins: addresses that nobody asked for in some of them are forgotten. */
  endRound(): void {
    this.#kept.endRound();
  }

  close(): void {
    this.#kept.close();
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
