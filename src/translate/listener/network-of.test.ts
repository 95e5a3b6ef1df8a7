import assert from "node:assert/strict";
import { it } from "node:test";
import { networkOf } from "./network-of.ts";

it("two ways to write a range give one text", () => {
  for (const [a, b] of [
    ["10.1.2.3/8", "10.0.0.0/8"],
    ["10.1.2.3", "10.1.2.3/32"],
    ["10.1.255.3/17", "10.1.128.0/17"],
    ["1.2.3.4/0", "0.0.0.0/0"],
    ["2001:db8::1:2/64", "2001:DB8:0:0::/64"],
    ["::1", "0:0:0:0:0:0:0:1/128"],
    ["fe80::ffff/121", "fe80::ff80/121"],
  ] as const) {
    assert.equal(networkOf(a), networkOf(b), a);
  }
});

it("other ranges give other texts, and what is no range stays as it is", () => {
  assert.notEqual(networkOf("10.0.0.0/8"), networkOf("10.0.0.0/9"));
  assert.notEqual(networkOf("10.0.0.1"), networkOf("10.0.0.2"));
  assert.equal(networkOf("example.com"), "example.com");
});
