import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { JwtAuthentication, JwtRequirement } from "../gen/envoy/extensions/filters/http/jwt_authn/v3.ts";
import { jwtVerdict } from "./jwt-verdict.ts";
import { plaintext, requestOf } from "./testing/request.ts";

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
const providers = {
  a: { issuer: "a", audiences: ["me"], payloadInMetadata: "payload" },
  b: { issuer: "b", fromHeaders: [{ name: "X-B" }], fromParams: ["b"], fromCookies: ["b"] },
};
const good = token({ iss: "a", aud: ["you", "me"] });
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

function verdict(requires: JwtRequirement, header: object = {}, path = "/") {
  const config: JwtAuthentication = { providers, rules: [{ match: { prefix: "/" }, requires }] };
  const { allowed, status, metadata } = jwtVerdict(config, {
    request: requestOf(path, { header }),
    downstream: plaintext,
    metadata: {},
  });
  return allowed ? metadata : status;
}

suite("jwtVerdict", () => {
  test("a provider wants its token", () => {
    assert.equal(verdict({ providerName: "a" }), 401);
    assert.deepEqual(verdict({ providerName: "a" }, bearer(good)), { payload: { iss: "a", aud: ["you", "me"] } });
    assert.equal(verdict({ providerName: "a" }, bearer("nonsense")), 401);
    assert.equal(verdict({ providerName: "a" }, bearer(token({ iss: "b", aud: "me" }))), 401);
    assert.equal(verdict({ providerName: "a" }, bearer(token({ iss: "a", aud: "you" }))), 403);
    const { providerAndAudiences } = { providerAndAudiences: { providerName: "a", audiences: ["you"] } };
    assert.notEqual(verdict({ providerAndAudiences }, bearer(token({ iss: "a", aud: "you" }))), 403);
    assert.notEqual(verdict({ providerName: "a" }, {}, `/?access_token=${good}`), 401);
  });

  test("looks where the provider says", () => {
    const other = token({ iss: "b" });
    assert.equal(verdict({ providerName: "b" }, bearer(other)), 401);
    assert.deepEqual(verdict({ providerName: "b" }, { "x-b": other }), {});
    assert.deepEqual(verdict({ providerName: "b" }, { cookie: `b=${other}` }), {});
    assert.deepEqual(verdict({ providerName: "b" }, {}, `/?b=${other}`), {});
  });

  test("one of several, or all of them", () => {
    const both = [{ providerName: "a" }, { providerName: "b" }];
    assert.notEqual(verdict({ requiresAny: { requirements: both } }, bearer(good)), 401);
    assert.equal(verdict({ requiresAll: { requirements: both } }, bearer(good)), 401);
    assert.notEqual(
      verdict({ requiresAll: { requirements: both } }, { ...bearer(good), "x-b": token({ iss: "b" }) }),
      401,
    );
  });

  test("none may be allowed, a bad one is not", () => {
    const requires = { requiresAny: { requirements: [{ providerName: "a" }, { allowMissing: {} }] } };
    assert.deepEqual(verdict(requires), {});
    assert.equal(verdict(requires, bearer(token({ iss: "x" }))), 401);
    assert.deepEqual(verdict({ allowMissingOrFailed: {} }, bearer(token({ iss: "x" }))), {});
  });

  test("of several that fail, the one whose issuer it is says why", () => {
    const requirements = [{ providerName: "b" }, { providerName: "a" }, { providerName: "b" }];
    const elsewhere = token({ iss: "a", aud: "you" });
    const header = { ...bearer(elsewhere), "x-b": elsewhere };
    assert.equal(verdict({ requiresAny: { requirements } }, header), 403);
    assert.equal(verdict({ requiresAny: { requirements: requirements.toReversed() } }, header), 403);
  });

  test("among several, none is allowed if those asked for find none, whatever others would find", () => {
    const requires = { requiresAny: { requirements: [{ providerName: "b" }, { allowMissing: {} }] } };
    assert.deepEqual(verdict(requires, bearer("nonsense")), {});
    assert.equal(verdict({ allowMissing: {} }, bearer("nonsense")), 401);
  });

  test("asks for nothing where no rule matches", () => {
    const config = { providers, rules: [{ match: { prefix: "/api" }, requires: { providerName: "a" } }] };
    assert.equal(jwtVerdict(config, { request: requestOf("/x"), downstream: plaintext, metadata: {} }).allowed, true);
  });
});
