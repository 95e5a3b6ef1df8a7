import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, type Row } from "../testing/judge.ts";
import { leaseKind } from "./lease.ts";

const spec = (fields: object): object => ({ spec: fields });

const rows: readonly Row[] = [
  ["nothing", {}],
  ["a held lease", spec({ holderIdentity: "a", leaseDurationSeconds: 15, renewTime: "2026-01-31T12:00:00.000001Z" })],
  ["a lease given up", spec({ holderIdentity: "", renewTime: null })],
  ["a time without microseconds", spec({ renewTime: "2026-01-31T12:00:00Z" }), "FW0211 spec.renewTime"],
  ["a time that is none", spec({ renewTime: "2026-13-31T12:00:00.000000Z" }), "FW0211 spec.renewTime"],
  ["a duration of 0", spec({ leaseDurationSeconds: 0 }), "FW0105 spec.leaseDurationSeconds"],
  ["fewer than no transitions", spec({ leaseTransitions: -1 }), "FW0105 spec.leaseTransitions"],
  ["a preferred holder", spec({ preferredHolder: "b", strategy: "OldestEmulationVersion" })],
  ["a preferred holder without strategy", spec({ preferredHolder: "b" }), "FW0112 spec.preferredHolder"],
];

describe("leaseKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(leaseKind, fields), problems));
  }

  test("shows the holder", () => {
    assert.deepEqual(cells(leaseKind, admitted(leaseKind, spec({ holderIdentity: "a" }))), { Holder: "a" });
  });
});
