import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, type Row } from "../testing/judge.ts";
import { endpointsKind } from "./endpoints.ts";

const subset = (fields: object): object => ({ subsets: [{ addresses: [{ ip: "10.0.0.1" }], ...fields }] });

const rows: readonly Row[] = [
  ["nothing", {}],
  ["one address and port", subset({ ports: [{ port: 80 }] })],
  ["addresses that are not ready", { subsets: [{ notReadyAddresses: [{ ip: "fd00::1" }] }] }],
  ["no addresses", { subsets: [{ ports: [{ port: 80 }] }] }, "FW0103 subsets[0]"],
  ["a host name as address", { subsets: [{ addresses: [{ ip: "a.b" }] }] }, "FW0206 subsets[0].addresses[0].ip"],
  ["a loopback address", { subsets: [{ addresses: [{ ip: "::1" }] }] }, "FW0645 subsets[0].addresses[0].ip"],
  [
    "two ports without names",
    subset({ ports: [{ name: "a", port: 80 }, { port: 81 }] }),
    "FW0642 subsets[0].ports[1].name",
  ],
  ["a port out of range", subset({ ports: [{ port: 0 }] }), "FW0203 subsets[0].ports[0].port"],
];

describe("endpointsKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(endpointsKind, fields), problems));
  }

  test("shows three endpoints and how many more", () => {
    const shown = (fields: object) => cells(endpointsKind, admitted(endpointsKind, fields)).Endpoints;
    const addresses = ["10.0.0.1", "10.0.0.2", "fd00::1", "10.0.0.3"].map((ip) => ({ ip }));
    assert.equal(shown({}), "<none>");
    assert.equal(shown({ subsets: [{ addresses: addresses.slice(0, 1) }] }), "10.0.0.1");
    assert.equal(
      shown({ subsets: [{ addresses, ports: [{ port: 80 }] }] }),
      "10.0.0.1:80,10.0.0.2:80,[fd00::1]:80 + 1 more...",
    );
  });
});
