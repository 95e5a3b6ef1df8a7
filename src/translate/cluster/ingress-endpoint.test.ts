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
    assert.deepEqual(ingressEndpoint(text, "10.0.0.1"), expected);
  });
}

test("without an address of the workload, that one cannot be reached", () => {
  assert.equal(ingressEndpoint("0.0.0.0:8080", undefined), undefined);
});
