import assert from "node:assert/strict";
import { test } from "node:test";
import { inAllTrustDomains } from "./identities.ts";

test("identities hold in every trust domain that means the same", () => {
  const reviews = "/ns/app/sa/reviews";
  assert.deepEqual(inAllTrustDomains([`spiffe://old${reviews}`, "api.example.com"], ["td", "old"]), [
    "api.example.com",
    `spiffe://old${reviews}`,
    `spiffe://td${reviews}`,
  ]);
});

test("identities of strangers stay as they are", () => {
  const foreign = ["spiffe://foreign/ns/x/sa/y"];
  assert.deepEqual(inAllTrustDomains(foreign, ["td", "old"]), foreign);
  assert.equal(inAllTrustDomains(foreign, ["td"]), foreign);
});
