import assert from "node:assert/strict";
import { test } from "node:test";
import { formatIdentity, parseIdentity } from "./workload-identity.ts";

test("an identity is read as it is written, and nothing else is one", () => {
  const uri = "spiffe://td.example.com/ns/shop/sa/web";
  const identity = parseIdentity(uri);
  assert.deepEqual(identity, { trustDomain: "td.example.com", namespace: "shop", serviceAccount: "web" });
  assert.equal(identity && formatIdentity(identity), uri);
  for (const wrong of [
    "",
    "spiffe://td/ns/shop/sa/",
    "spiffe://td/ns//sa/web",
    "spiffe:///ns/shop/sa/web",
    "spiffe://td/ns/shop/sa/web/more",
    "spiffe://td/ns/shop/sa/web\n",
    "spiffe://td/ns/shop%2Fsa/sa/web",
    "spiffe://td/other/ns/shop/sa/web",
    "https://td/ns/shop/sa/web",
    "SPIFFE://td/ns/shop/sa/web",
  ]) {
    assert.equal(parseIdentity(wrong), undefined, wrong);
  }
});
