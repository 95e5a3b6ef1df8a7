import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { type EndpointSlice, endpointSliceKind } from "./endpoint-slice.ts";

const slice = (addressType: string, ...addresses: string[]): object => ({ addressType, endpoints: [{ addresses }] });
const ports = (...items: object[]): object => ({ ...slice("IPv4", "10.0.0.1"), ports: items });

const rows: readonly Row[] = [
  ["IPv4 addresses", slice("IPv4", "10.0.0.1", "10.0.0.2")],
  ["IPv6 addresses", slice("IPv6", "fd00::1")],
  ["host names", slice("FQDN", "a.example.com", "b.example.com.")],
  ["no endpoints", { addressType: "IPv4", endpoints: null }],
  ["no address type", { endpoints: [] }, "FW0103 addressType"],
  ["no addresses", slice("IPv4"), "FW0106 endpoints[0].addresses"],
  ["an address twice", slice("IPv4", "10.0.0.1", "10.0.0.1"), "FW0108 endpoints[0].addresses[1]"],
  ["an IPv6 address among IPv4", slice("IPv4", "fd00::1"), "FW0650 endpoints[0].addresses[0]"],
  ["an IPv4 address among IPv6", slice("IPv6", "10.0.0.1"), "FW0650 endpoints[0].addresses[0]"],
  ["a host name of one label", slice("FQDN", "localhost"), "FW0650 endpoints[0].addresses[0]"],
  ["a link-local address", slice("IPv4", "169.254.0.1"), "FW0645 endpoints[0].addresses[0]"],
  ["a port without number", ports({ name: "http" })],
  ["two ports without names", ports({ port: 80 }, { port: 81 }), "FW0108 ports[1].name"],
  ["a port out of range", ports({ port: 65536 }), "FW0203 ports[0].port"],
  [
    "a bad host name",
    { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"], hostname: "a.b" }] },
    "FW0214 endpoints[0].hostname",
  ],
];

describe("endpointSliceKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(endpointSliceKind, fields), problems));
  }

  test("gives ports a protocol and an empty name", () => {
    const { ports: found } = admitted<EndpointSlice>(endpointSliceKind, ports({ port: 80 }));
    assert.deepEqual(found, [{ name: "", protocol: "TCP", port: 80 }]);
  });

  test("keeps its address type", () => {
    const problems = judgeUpdate(endpointSliceKind, { addressType: "IPv4" }, { addressType: "FQDN" });
    assert.deepEqual(problems, ["FW0116 addressType"]);
  });

  test("shows addresses and ports", () => {
    const object = admitted(endpointSliceKind, {
      ...slice("IPv4", "10.0.0.1", "10.0.0.2"),
      ports: [{}, { name: "b", port: 80 }],
    });
    assert.deepEqual(cells(endpointSliceKind, object), {
      AddressType: "IPv4",
      Ports: "*,80",
      Endpoints: "10.0.0.1,10.0.0.2",
    });
    assert.deepEqual(cells(endpointSliceKind, admitted(endpointSliceKind, { addressType: "IPv6" })), {
      AddressType: "IPv6",
      Ports: "<unset>",
      Endpoints: "<unset>",
    });
  });
});
