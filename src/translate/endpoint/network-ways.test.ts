import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { networkWays } from "./network-ways.ts";

const gateway = (address: string, network: string, cluster = "") => ({ address, port: 15443, network, cluster });
const client = { network: "net1", families: "4", resolves: false } as const;

describe("ways to other networks", () => {
  test("are none without gateways", () => {
    assert.equal(networkWays([], client), undefined);
  });

  test("make all weights grow by the least that every number of gateways divides", () => {
    const gateways = [
      gateway("1.1.1.1", "net2", "a"),
      gateway("1.1.1.2", "net2", "a"),
      gateway("1.1.1.3", "net2", "b"),
      gateway("1.1.1.4", "net3"),
    ];
    assert.equal(networkWays(gateways, client)?.scale, 6);
    assert.equal(networkWays(gateways.slice(3), client)?.scale, 1);
  });

  test("lead over gateways of a family that the client has", () => {
    const gateways = [gateway("1.1.1.1", "net2"), gateway("fd00::1", "net2")];
    const used = (families: "4" | "6" | "46") =>
      networkWays(gateways, { ...client, families })
        ?.to({ network: "net2", cluster: "" })
        ?.map((way) => way.address);
    assert.deepEqual(used("4"), ["1.1.1.1"]);
    assert.deepEqual(used("6"), ["fd00::1"]);
    assert.deepEqual(used("46"), ["1.1.1.1", "fd00::1"]);
  });

  test("lead over the addresses of a gateway with a name, unless the client resolves it itself", () => {
    const named = { ...gateway("gw.example.com", "net2"), resolved: ["10.0.0.2", "10.0.0.3", "fd00::1"] };
    const gateways = [named, gateway("10.0.0.1", "net2"), gateway("unknown.example.com", "net2")];
    const addresses = (resolves: boolean) =>
      networkWays(gateways, { ...client, resolves })
        ?.to({ network: "net2", cluster: "" })
        ?.map(({ address }) => address);
    assert.deepEqual(addresses(false), ["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
    assert.equal(networkWays(gateways, client)?.scale, 3);
    assert.deepEqual(addresses(true), ["10.0.0.1", "gw.example.com", "unknown.example.com"]);
  });

  test("lead nowhere if a network's gateways cannot be used", () => {
    const ways = networkWays([gateway("fd00::1", "net2"), gateway("gw.example.com", "net3")], client);
    assert.deepEqual(ways?.to({ network: "net2", cluster: "" }), []);
    assert.deepEqual(ways?.to({ network: "net3", cluster: "" }), []);
    assert.equal(ways?.to({ network: "net4", cluster: "" }), undefined);
    assert.equal(ways?.to({ network: "net1", cluster: "" }), undefined);
  });
});
