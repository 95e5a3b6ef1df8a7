import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { claimedEntry } from "./claimed-entry.ts";
import { machine } from "./testing/workload-objects.ts";

suite("the entry that a proxy claims", () => {
  const nameOf = (metadata: { readonly [field: string]: unknown }, address?: string) =>
    claimedEntry(machine(metadata, address))?.name;

  test("is named after its group, its address and its network, and cut at the front", () => {
    assert.equal(nameOf({ AUTO_REGISTER_GROUP: "vms" }), "vms-10.0.0.1");
    assert.equal(nameOf({ AUTO_REGISTER_GROUP: "vms", NETWORK: "east" }), "vms-10.0.0.1-east");
    assert.equal(nameOf({ AUTO_REGISTER_GROUP: "vms" }, "2001:db8::1"), "vms-2001-db8--1");
    assert.equal(nameOf({ AUTO_REGISTER_GROUP: "vms" }, "2001:db8::"), "vms-2001-db8--0");
    const long = nameOf({ AUTO_REGISTER_GROUP: "v".repeat(250) }) ?? "";
    assert.equal(long, `${"v".repeat(244)}-10.0.0.1`);
  });

  test("is the one it names, and none if it names none", () => {
    assert.deepEqual(claimedEntry(machine({ WORKLOAD_ENTRY: "by-hand" })), {
      namespace: "app",
      name: "by-hand",
      group: "",
    });
    assert.equal(claimedEntry(machine({})), undefined);
    assert.equal(claimedEntry(machine({ AUTO_REGISTER_GROUP: "" })), undefined);
  });

  test("is refused where it could have no name", () => {
    for (const [metadata, message] of [
      [{ AUTO_REGISTER_GROUP: 7 }, /AUTO_REGISTER_GROUP must be the name of an object, not a number/],
      [{ AUTO_REGISTER_GROUP: "../x" }, /AUTO_REGISTER_GROUP must be the name of an object, not '..\/x'/],
      [{ WORKLOAD_ENTRY: { name: "x" } }, /WORKLOAD_ENTRY must be the name of an object, not a object/],
      [{ AUTO_REGISTER_GROUP: "vms", NETWORK: "East_1" }, /NETWORK must be lower-case .* not 'East_1'/],
    ] as const) {
      assert.throws(() => claimedEntry(machine(metadata)), { code: "BadRequest", message });
    }
    assert.throws(() => claimedEntry(machine({ AUTO_REGISTER_GROUP: "vms" }, "here")), /an IP address/);
  });
});
