import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cipherOrder } from "./cipher-order.ts";

describe("the order of ciphers", () => {
  test("has AES with 128 bits first, and leaves the others as they are", () => {
    assert.equal(cipherOrder("A:TLS_AES_128_GCM_SHA256:B:!C"), "TLS_AES_128_GCM_SHA256:A:B:!C");
  });

  test("adds no cipher that whoever runs the server has taken out", () => {
    assert.equal(cipherOrder("A:B"), "A:B");
  });
});
