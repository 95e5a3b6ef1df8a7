import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Endpoint } from "../../core/index.ts";
import { endpoint } from "../testing/endpoints.ts";
import { acrossNetworks } from "./across-networks.ts";
import { lbEndpoint } from "./lb-endpoint.ts";
import { networkWays } from "./network-ways.ts";

const gateway = (address: string, network: string, cluster = "c2") => ({ address, port: 15443, network, cluster });

/** What a client of the network `net1` connects to, as `address:port weight`. */
function reached(
  endpoints: readonly Endpoint[],
  gateways: readonly ReturnType<typeof gateway>[],
  network = "net1",
  resolves = false,
): readonly string[] {
  const crossing = {
    ways: networkWays(gateways, { network, families: "4", resolves }),
    direct: (each: Endpoint) => lbEndpoint(each, { mutualTls: true, families: "4" as const }),
    crosses: ({ mutualTls }: Endpoint) => mutualTls,
  };
  return acrossNetworks(endpoints, crossing).map(({ message, weight }) => {
    assert.equal(message.loadBalancingWeight, weight);
    const { address, portValue } = message.endpoint?.address?.socketAddress ?? {};
    return `${address}:${portValue} ${weight}`;
  });
}

const here = endpoint("10.0.0.1", { network: "net1" });
const there = endpoint("10.0.0.2", { network: "net2", cluster: "c2" });

describe("endpoints of another network", () => {
  test("are left to its gateway, with their weights added up", () => {
    const heavy = endpoint("10.0.0.3", { network: "net2", cluster: "c2", weight: 4 });
    assert.deepEqual(reached([here, there, heavy], [gateway("1.1.1.1", "net2")]), [
      "10.0.0.1:8080 1",
      "1.1.1.1:15443 5",
    ]);
  });

  test("are shared among several gateways, all weights growing alike", () => {
    const two = [gateway("1.1.1.1", "net2"), gateway("1.1.1.2", "net2")];
    assert.deepEqual(reached([here, there], two), ["10.0.0.1:8080 2", "1.1.1.1:15443 1", "1.1.1.2:15443 1"]);
  });

  test("are reached by a gateway of their own cluster rather than by others", () => {
    const two = [gateway("1.1.1.1", "net2", "c3"), gateway("1.1.1.2", "net2", "c2")];
    assert.deepEqual(reached([there], two), ["1.1.1.2:15443 2"]);
  });

  test("are left out if they do not speak mutual TLS", () => {
    const plain = endpoint("10.0.0.9", { network: "net2", mutualTls: false });
    assert.deepEqual(reached([here, plain], [gateway("1.1.1.1", "net2")]), ["10.0.0.1:8080 1"]);
  });

  test("are reached themselves where there is no gateway, or they name no network", () => {
    assert.deepEqual(reached([there], [gateway("1.1.1.1", "net3")]), ["10.0.0.2:8080 1"]);
    assert.deepEqual(reached([there], []), ["10.0.0.2:8080 1"]);
    assert.deepEqual(reached([endpoint("10.0.0.4")], [gateway("1.1.1.1", "net2")]), ["10.0.0.4:8080 1"]);
  });

  test("are left to gateways by a client that does not know its own network", () => {
    assert.deepEqual(reached([there], [gateway("1.1.1.1", "net2")], ""), ["1.1.1.1:15443 1"]);
  });

  test("are not reached by a gateway whose name nobody resolves", () => {
    const named = [gateway("gw.example.com", "net2")];
    assert.deepEqual(reached([here, there], named), ["10.0.0.1:8080 1"]);
    assert.deepEqual(reached([there], named, "net1", true), ["gw.example.com:15443 1"]);
  });

  test("may have no address of their own, and then need a gateway", () => {
    const nameless = endpoint("", { network: "net2", weight: 7 });
    assert.deepEqual(reached([nameless], [gateway("1.1.1.1", "net2")]), ["1.1.1.1:15443 7"]);
    assert.deepEqual(reached([nameless], []), []);
  });
});
