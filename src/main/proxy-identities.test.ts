import assert from "node:assert/strict";
import { test } from "node:test";
import { isFault } from "../base/fault.ts";
import { parseProxy } from "../core/index.ts";
import { ProxyIdentities } from "./proxy-identities.ts";

const identities = new ProxyIdentities(() => ["cluster.local", "old.example.com"]);
const node = (metadata: object = {}) =>
  parseProxy({ id: "sidecar~10.0.0.1~web-1.shop~shop.svc.cluster.local", metadata });
const peer = (...uris: readonly string[]) => ({ peer: { address: "", encrypted: true, identities: uris } });
const web = "spiffe://cluster.local/ns/shop/sa/web";

test("a proxy is who its certificate says, and may say the same or nothing of itself", () => {
  for (const metadata of [{}, { SERVICE_ACCOUNT: "web" }, { NAMESPACE: "shop" }]) {
    const proxy = node(metadata);
    identities.authenticate(proxy, peer(web));
    assert.deepEqual(identities.of(proxy), { trustDomain: "cluster.local", namespace: "shop", serviceAccount: "web" });
  }
  const old = node();
  identities.authenticate(old, peer("spiffe://old.example.com/ns/shop/sa/web"));
  assert.equal(identities.of(old)?.trustDomain, "old.example.com");
});

test("a proxy in plain text is taken, without an identity, whatever it says", () => {
  const proxy = node({ SERVICE_ACCOUNT: "web" });
  identities.authenticate(proxy, { peer: { address: "", encrypted: false, identities: [web] } });
  assert.equal(identities.of(proxy), undefined);
});

test("a proxy that claims to be of another namespace or service account is forbidden", () => {
  for (const metadata of [{ NAMESPACE: "other" }, { SERVICE_ACCOUNT: "admin" }]) {
    const proxy = node(metadata);
    assert.throws(
      () => identities.authenticate(proxy, peer(web)),
      (error) => isFault(error, "Forbidden"),
    );
    assert.equal(identities.of(proxy), undefined);
  }
});

test("a proxy without one proper identity of the mesh is not authenticated", () => {
  for (const uris of [[], ["https://example.com"], [web, web], ["spiffe://evil/ns/shop/sa/web"], [`${web}/x`]]) {
    assert.throws(
      () => identities.authenticate(node(), peer(...uris)),
      (error) => isFault(error, "Unauthorized"),
      uris.join(),
    );
  }
});
