import { Random } from "../../src/base/testing/random.ts";
import type { Attack } from "./arena.ts";

/** Where attacks are made, one at a time. */
export interface AttackPlace {
  random: Random;
  index: number;
  close(): Promise<void>;
}

/** Which attacks are made. */
export interface AttackPlan<A> {
  readonly attacks: readonly Attack<A>[];
  /** The same seed and index give the same attack. */
  readonly seed: number;
  readonly first: number;
  readonly count: number;
}

/** Attacks that are under way at the same time. */
const parallel = 16;

/** An attack that is not over by then is a failure: nobody may be kept waiting. Milliseconds. */
const timeLimit = 120_000;

/**
 * Makes the attacks, several at a time, each in a place of its own that `open` makes. Returns how many there were of each;
 * the first failure ends it.
 */
export async function runAttacks<A extends AttackPlace>(
  open: () => A,
  { attacks, seed, first, count }: AttackPlan<A>,
): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  let next = first;
  let failed = false;
  const work = async () => {
    const arena = open();
    try {
      while (next < first + count && !failed) {
        arena.index = next++;
        arena.random = new Random(seed * 1_000_003 + arena.index);
        const attack = choose(attacks, arena.random);
        await named(attack, seed, arena);
        made.set(attack.name, (made.get(attack.name) ?? 0) + 1);
      }
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      await arena.close();
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return made;
}

function choose<A>(attacks: readonly Attack<A>[], random: Random): Attack<A> {
  let ticket = random.below(attacks.reduce((sum, { share }) => sum + share, 0));
  for (const attack of attacks) {
    ticket -= attack.share;
    if (ticket < 0) return attack;
  }
  throw new Error("there is no attack");
}

/** An error says how to have it again. */
async function named<A extends AttackPlace>({ name, run }: Attack<A>, seed: number, arena: A): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not over after ${timeLimit} ms`)), timeLimit);
  try {
    await Promise.race([run(arena), late.promise]);
  } catch (cause) {
    const again = `HOSTILE_SEED=${seed} HOSTILE_FIRST=${arena.index} HOSTILE_COUNT=1`;
    throw new Error(`attack ${arena.index}, ${name}: ${(cause as Error).message} (again: ${again})`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
