import { describe, type TestContext, test } from "node:test";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { patching, statusRules, updating } from "./contract/changing.ts";
import type { Ability, Check, StoreFixture } from "./contract/check.ts";
import { concurrency, readOnly } from "./contract/concurrency.ts";
import { creating } from "./contract/creating.ts";
import { deleting } from "./contract/deleting.ts";
import { history } from "./contract/history.ts";
import { reading } from "./contract/reading.ts";
import { rehearsing } from "./contract/rehearsing.ts";
import { watching } from "./contract/watching.ts";

const groups = [
  reading,
  creating,
  updating,
  statusRules,
  patching,
  deleting,
  rehearsing,
  readOnly,
  concurrency,
  watching,
  history,
];

/** Makes a fresh store, which is closed after the test. */
export type MakeStore = (t: TestContext, clock: ManualClock) => Promise<StoreFixture>;

/** What every implementation of ResourceStore must do, rule by rule; rules that need what it `lacks` are not for it. */
export function storeContract(name: string, make: MakeStore, lacks: readonly Ability[] = []): void {
  describe(`${name}: the store's contract`, () => {
    const check: Check = (rule, run, needs) => {
      if (needs && lacks.includes(needs)) return;
      test(rule, async (t) => {
        const clock = new ManualClock();
        await run(await make(t, clock), clock);
      });
    };
    for (const group of groups) group(check);
  });
}
