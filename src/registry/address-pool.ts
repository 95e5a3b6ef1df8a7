/** Who asks for an address. */
export interface AddressClaim {
  /** Milliseconds since the epoch: the older goes first where two want the same address. */
  readonly created: number;
  /** The number that it was given before, if it was. */
  readonly fixed?: number;
}

/** Numbers that can be given: those of a /16 without its first and last address. */
const poolSize = 65_534;

/**
 * Gives each claimant a number of its own, from which its addresses are made. Which one depends on who claims, not on
 * the order in which they came: everyone has a number by the hash of his key, and if an older one has it takes the next.
 * So all who look at the same claims come to the same result, and newcomers do not drive out the older.
 */
export class AddressPool {
  readonly #claims = new Map<string, AddressClaim>();
  readonly #numbers = new Map<string, number>();
  readonly #owners = new Map<number, string>();
  /** Numbers that somebody wanted and did not get: when one is freed, others may move. */
  readonly #refused = new Set<number>();

  /** The number of a claimant; undefined if it has no claim, or all are given. */
  numberOf(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  /** Changes claims; an undefined one is withdrawn. Returns whose numbers changed. */
  change(edits: ReadonlyMap<string, AddressClaim | undefined>): ReadonlySet<string> {
    const before = new Map<string, number | undefined>();
    let settled = true;
    for (const [key, claim] of edits) {
      const old = this.#claims.get(key);
      if (old?.created === claim?.created && old?.fixed === claim?.fixed) continue;
      before.set(key, this.#numbers.get(key));
      settled = this.#withdraw(key) && settled;
      if (claim !== undefined) settled = this.#claim(key, claim) && settled;
    }
    if (!settled) this.#settleAll(before);
    return new Set([...before].flatMap(([key, number]) => (this.#numbers.get(key) === number ? [] : key)));
  }

  /** Whether nobody else is touched by it. */
  #withdraw(key: string): boolean {
    const number = this.#numbers.get(key);
    this.#claims.delete(key);
    if (number === undefined) return true;
    this.#numbers.delete(key);
    this.#owners.delete(number);
    return !this.#refused.has(number);
  }

  /** Whether nobody else is touched by it. */
  #claim(key: string, claim: AddressClaim): boolean {
    this.#claims.set(key, claim);
    const wanted = claim.fixed ?? firstChoice(key);
    if (this.#owners.has(wanted)) return false;
    this.#give(key, wanted);
    return true;
  }

  #give(key: string, number: number): void {
    this.#numbers.set(key, number);
    this.#owners.set(number, key);
  }

  #settleAll(before: Map<string, number | undefined>): void {
    for (const [key, number] of this.#numbers) if (!before.has(key)) before.set(key, number);
    for (const key of this.#claims.keys()) if (!before.has(key)) before.set(key, undefined);
    this.#numbers.clear();
    this.#owners.clear();
    this.#refused.clear();
    const claims = [...this.#claims].sort(
      ([keyA, a], [keyB, b]) =>
        Number(a.fixed === undefined) - Number(b.fixed === undefined) ||
        a.created - b.created ||
        (keyA < keyB ? -1 : 1),
    );
    for (const [key, claim] of claims) {
      const number = this.#nextFree(claim.fixed ?? firstChoice(key));
      if (number !== undefined) this.#give(key, number);
    }
  }

  #nextFree(wanted: number): number | undefined {
    if (this.#owners.size >= poolSize) return undefined;
    let number = wanted;
    while (this.#owners.has(number)) {
      this.#refused.add(number);
      number = (number % poolSize) + 1;
    }
    return number;
  }
}

/** The addresses of a number: 240.240.0.0/16 and 2001:2::/48 are routed nowhere. */
export function addressesOfNumber(number: number): readonly string[] {
  return [`240.240.${number >> 8}.${number & 255}`, `2001:2::${number.toString(16)}`];
}

/** The number of an address that was made from one. */
export function numberOfAddress(address: string): number | undefined {
  const [, high, low] = /^240\.240\.(\d{1,3})\.(\d{1,3})$/.exec(address) ?? [];
  const number = Number(high) * 256 + Number(low);
  return Number(low) < 256 && number >= 1 && number <= poolSize ? number : undefined;
}

function firstChoice(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % poolSize) + 1;
}
