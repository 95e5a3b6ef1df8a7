import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopback } from "./loopback.ts";

test("only addresses that nobody else can have are this machine's alone", () => {
  for (const host of ["127.0.0.1", "127.9.8.7", "::1", "::ffff:127.0.0.1", "::FFFF:127.0.0.1"]) {
    assert.equal(isLoopback(host), true, host);
  }
  for (const host of ["", "::", "0.0.0.0", "10.0.0.1", "::1:5", "127.0.0.1.example.com", "127.x", "::ffff:10.0.0.1"]) {
    assert.equal(isLoopback(host), false, host);
  }
});
