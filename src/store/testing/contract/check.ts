import assert from "node:assert/strict";
import type { Resource } from "../../../api/resource.ts";
import { type FaultCode, isFault } from "../../../base/fault.ts";
import type { ManualClock } from "../../../base/testing/manual-clock.ts";
import type { ResourceHistory, ResourceStore, Watch, WatchEvent } from "../../../core/resource-store.ts";

/** A store under test and its history, if it has one. */
export interface StoreFixture {
  readonly store: ResourceStore;
  readonly history: ResourceHistory;
}

/**
 * What not every store has: a past that can be asked for; times from the test's clock; and metadata, names and kinds by
 * its own rules alone, with no server behind it that has others, or that has controllers which act by themselves.
 */
export type Ability = "history" | "clock" | "own rules" | "no controllers";

/** States one rule of the contract, with the test that holds a store to it; `needs` if not every store can. */
export type Check = (
  rule: string,
  run: (fixture: StoreFixture, clock: ManualClock) => Promise<void>,
  needs?: Ability,
) => void;

/** Asserts that something fails with a fault of this code, and returns the fault's message. */
export async function rejectsWith(code: FaultCode, work: Promise<unknown>): Promise<string> {
  let message = "";
  await assert.rejects(work, (error) => {
    assert.ok(isFault(error, code), `expected a ${code} fault, got ${error}`);
    message = error.message;
    return true;
  });
  return message;
}

/** Reads a watch until it has this many events. */
export async function take(watch: Watch, count: number): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  while (events.length < count) {
    const more = await watch.next(count - events.length);
    if (!more) break;
    events.push(...more);
  }
  return events;
}

/** Events in short: `ADDED a`. */
export function summary(events: readonly WatchEvent[] | undefined): string[] {
  return (events ?? []).map((event) => `${event.type} ${event.resource.metadata.name}`);
}

/** Objects in short: `default/a`. */
export function names(resources: readonly Resource[]): string[] {
  return resources.map(({ metadata }) => `${metadata.namespace ?? ""}/${metadata.name}`);
}
