import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { serviceCidrKind } from "./service-cidr.ts";

const cidrs = (...ranges: string[]): object => ({ spec: { cidrs: ranges } });

const rows: readonly Row[] = [
  ["a range", cidrs("10.0.0.0/16")],
  ["ranges of both families", cidrs("10.0.0.0/16", "fd00::/108")],
  ["no ranges", { spec: {} }, "FW0103 spec.cidrs"],
  ["an empty list", cidrs(), "FW0106 spec.cidrs"],
  ["an address", cidrs("10.0.0.0"), "FW0207 spec.cidrs[0]"],
  ["ranges of one family", cidrs("10.0.0.0/16", "10.1.0.0/16"), "FW0644 spec.cidrs[1]"],
];

describe("serviceCidrKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(serviceCidrKind, fields), problems));
  }

  test("keeps its ranges but may get a second one", () => {
    assert.deepEqual(judgeUpdate(serviceCidrKind, cidrs("10.0.0.0/16"), cidrs("10.0.0.0/16", "fd00::/108")), []);
    assert.deepEqual(judgeUpdate(serviceCidrKind, cidrs("10.0.0.0/16"), cidrs("10.0.0.0/15")), [
      "FW0116 spec.cidrs[0]",
    ]);
  });

  test("shows its ranges", () => {
    const object = admitted(serviceCidrKind, cidrs("10.0.0.0/16", "fd00::/108"));
    assert.deepEqual(cells(serviceCidrKind, object), { CIDRs: "10.0.0.0/16,fd00::/108" });
  });
});
