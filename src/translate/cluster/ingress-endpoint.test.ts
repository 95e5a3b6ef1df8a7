import assert from "node:assert/strict";
import { test } from "node:test";
import { ingressEndpoint } from "./ingress-endpoint.ts";

for (const [text, expected] of [
  [undefined, { address: "", port: 0 }],
  ["", { address: "", port: 0 }],
  ["127.0.0.1:8080", { address: "127.0.0.1", port: 8080 }],
  ["[::1]:8080", { address: "::1", port: 8080 }],
  ["unix:///run/app.sock", { address: "unix:///run/app.sock", port: 0 }],
  ["0.0.0.0:8080", { address: "10.0.0.1", port: 8080 }],
  ["[::]:8080", { address: "10.0.0.1", port: 8080 }],
  ["127.0.0.1", undefined],
  ["127.0.0.1:http", undefined],
  [":8080", undefined],
] as const) {
  test(`the workload listens at ${text ?? "nothing said"}`, () => {
    assert.deepEqual(ingressEndpoint(text, { ownAddress: "10.0.0.1", families: "46" }), expected);
  });
}

test("without an address of the workload, that one cannot be reached", () => {
  assert.equal(ingressEndpoint("0.0.0.0:8080", { families: "4" }), undefined);
});

test("the loopback is that of a family which the workload has", () => {
  const loopback = (text: string, families: "4" | "6" | "46") => ingressEndpoint(text, { families })?.address;
  assert.equal(loopback("[::1]:8080", "4"), "127.0.0.1");
  assert.equal(loopback("127.0.0.1:8080", "6"), "::1");
  assert.equal(loopback("[::1]:8080", "46"), "::1");
  assert.equal(loopback("127.0.0.1:8080", "46"), "127.0.0.1");
  assert.equal(loopback("10.0.0.2:8080", "6"), "10.0.0.2");
});
