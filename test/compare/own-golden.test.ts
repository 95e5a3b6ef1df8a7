import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { skipReason } from "../golden/istiod-xds.ts";
import { casesIn, ownFolder } from "./compared-case.ts";
import { differenceLines, ownDifferences } from "./own-golden.ts";
import { pendingCases } from "./pending-cases.ts";

describe("the answers that a real istiod gave in our own cases", { skip: skipReason }, () => {
  const cases = skipReason === false ? casesIn(ownFolder, /./) : [];
  for (const compared of cases) {
    const pending = pendingCases.get(compared.name);
    test(`${compared.name}${pending === undefined ? "" : ` (pending: ${pending})`}`, () => {
      const differences = differenceLines(ownDifferences(compared));
      if (pending === undefined) assert.deepEqual(differences, []);
      else assert.notDeepEqual(differences, [], "it passes now: take it out of the pending cases");
    });
  }

  test("every pending case is there", () => {
    const names = new Set(cases.map(({ name }) => name));
    assert.deepEqual(
      [...pendingCases.keys()].filter((name) => !names.has(name)),
      [],
    );
  });
});
