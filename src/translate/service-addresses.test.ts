import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { service } from "../mesh/testing/configs.ts";
import { type AddressClient, callableAddresses, serviceAddresses } from "./service-addresses.ts";

const client = (families: AddressClient["families"], fields: Partial<AddressClient> = {}): AddressClient => ({
  cluster: "c1",
  families,
  usesAllocated: false,
  ...fields,
});

const dual = service("app/web", { addresses: ["10.0.0.1", "fd00::1"], addressesByCluster: new Map() });
const six = service("app/six", { addresses: ["fd00::6"], addressesByCluster: new Map() });

describe("the addresses of a Kubernetes Service", () => {
  test("are those of the proxy's families", () => {
    for (const addresses of [serviceAddresses, callableAddresses]) {
      assert.deepEqual(addresses(dual, client("4")), ["10.0.0.1"]);
      assert.deepEqual(addresses(dual, client("6")), ["fd00::1"]);
      assert.deepEqual(addresses(dual, client("46")), ["10.0.0.1", "fd00::1"]);
      assert.deepEqual(addresses(dual, client("")), ["10.0.0.1", "fd00::1"]);
    }
  });

  test("are listened on even if they cannot be called: none would mean any", () => {
    assert.deepEqual(serviceAddresses(six, client("4")), ["fd00::6"]);
    assert.deepEqual(callableAddresses(six, client("4")), []);
  });

  test("are those of the proxy's cluster, if it has its own", () => {
    const far = service("app/web", { addresses: ["10.0.0.1"], addressesByCluster: new Map([["c1", ["10.9.0.1"]]]) });
    assert.deepEqual(callableAddresses(far, client("4")), ["10.9.0.1"]);
    assert.deepEqual(callableAddresses(far, client("4", { cluster: "c2" })), ["10.0.0.1"]);
  });
});

test("an entry's addresses mean different destinations, so that all of them count", () => {
  const entry = service("app/ext", { ...dual, registry: "External" });
  assert.deepEqual(callableAddresses(entry, client("4")), ["10.0.0.1", "fd00::1"]);
});

test("allocated addresses are for who answers DNS queries itself", () => {
  const entry = service("app/ext", { addresses: [], addressesByCluster: new Map(), allocatedAddresses: ["240.0.0.1"] });
  assert.deepEqual(callableAddresses(entry, client("4")), []);
  assert.deepEqual(callableAddresses(entry, client("4", { usesAllocated: true })), ["240.0.0.1"]);
  assert.deepEqual(serviceAddresses(entry, client("6", { usesAllocated: true })), []);
});
