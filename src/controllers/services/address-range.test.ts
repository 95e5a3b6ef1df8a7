import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { AddressRange } from "./address-range.ts";

const parse = (text: string) => {
  const range = AddressRange.parse(text);
  assert.ok(range);
  return range;
};

suite("ranges of addresses", () => {
  test("count their addresses, without those that name the network", () => {
    const range = parse("10.96.0.77/24");
    assert.deepEqual([range.family, range.size], ["IPv4", 254]);
    assert.deepEqual([range.at(0), range.at(253)], ["10.96.0.1", "10.96.0.254"]);
    assert.deepEqual([range.indexOf("10.96.0.1"), range.indexOf("10.96.0.254")], [0, 253]);
    for (const other of ["10.96.0.0", "10.96.0.255", "10.96.1.1", "fd00::1", "x"]) {
      assert.equal(range.indexOf(other), undefined, other);
    }
    assert.deepEqual(
      [parse("192.168.255.0/30").at(1), parse("255.255.255.252/30").at(0)],
      ["192.168.255.2", "255.255.255.253"],
    );
  });

  test("can be of IPv6, and are never endless", () => {
    const range = parse("fd00:10:96::/112");
    assert.deepEqual(
      [range.family, range.size, range.at(0), range.at(65534)],
      ["IPv6", 65535, "fd00:10:96::1", "fd00:10:96::ffff"],
    );
    assert.equal(range.indexOf("fd00:10:96:0:0:0:0:a"), 9);
    assert.equal(parse("fd00::/8").size, 2 ** 20 - 1);
    assert.equal(parse("10.0.0.0/8").size, 2 ** 20 - 2);
  });

  test("are refused where they name nothing to give out", () => {
    for (const bad of [
      "10.0.0.0",
      "10.0.0.0/31",
      "10.0.0.0/33",
      "300.0.0.0/8",
      "fd00::/128",
      "",
      "/8",
      "10.0.0.0/-1",
    ]) {
      assert.equal(AddressRange.parse(bad), undefined, bad);
    }
  });
});
