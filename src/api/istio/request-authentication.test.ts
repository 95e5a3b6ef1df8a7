import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admit } from "../admit.ts";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { requestAuthenticationKind } from "./request-authentication.ts";

const rule = (fields: object) => ({ jwtRules: [{ issuer: "a", ...fields }] });
const keys = (value: unknown) => rule({ jwks: typeof value === "string" ? value : JSON.stringify(value) });
const at = "spec.jwtRules[0]";
const ec = { kty: "EC", crv: "P-256", x: "x", y: "y" };

const cases: readonly Row<unknown>[] = [
  ["an empty spec", {}],
  ["an issuer alone", rule({})],
  ["keys at a URL, without an issuer", { jwtRules: [{ jwksUri: "https://example.com/keys" }] }],
  ["neither issuer nor URL", { jwtRules: [{ audiences: ["a"] }] }, `FW0421 ${at}`],
  ["keys themselves, without an issuer", { jwtRules: [{ jwks: '{"keys":[]}' }] }, `FW0421 ${at}`],
  ["a URL of another scheme", rule({ jwksUri: "ftp://example.com/keys" }), `FW0208 ${at}.jwksUri`],
  ["a path instead of a URL", rule({ jwksUri: "/keys" }), `FW0208 ${at}.jwksUri`],
  ["two sources of keys", rule({ jwksUri: "https://example.com", jwks: '{"keys":[]}' }), `FW0111 ${at}`],
  ["a key set", keys({ keys: [ec, { kty: "RSA", n: "n", e: "AQAB" }] })],
  ["one key", keys(ec)],
  ["an empty key set", keys({ keys: [] })],
  ["keys that are no JSON", keys("{"), `FW0422 ${at}.jwks`],
  ["keys that are a list", keys([ec]), `FW0422 ${at}.jwks`],
  ["keys that are no list", keys({ keys: ec }), `FW0422 ${at}.jwks`],
  ["a key of an unknown type", keys({ keys: [{ kty: "DSA" }] }), `FW0422 ${at}.jwks`],
  ["a key without its numbers", keys({ keys: [{ kty: "RSA", n: "n" }] }), `FW0422 ${at}.jwks`],
  ["a timeout", rule({ timeout: "5s" })],
  ["a timeout of nothing", rule({ timeout: "0s" }), `FW0201 ${at}.timeout`],
  ["a header without a name", rule({ fromHeaders: [{ prefix: "a" }] }), `FW0103 ${at}.fromHeaders[0].name`],
  [
    "a claim to a pseudo-header",
    rule({ outputClaimToHeaders: [{ header: ":path", claim: "a" }] }),
    `FW0107 ${at}.outputClaimToHeaders[0].header`,
  ],
  ["a token that must be there", rule({ presence: "REQUIRED" })],
];

describe("RequestAuthentication", () => {
  for (const [name, spec, ...problems] of cases) {
    test(name, () => {
      assert.deepEqual(judgeSpec(requestAuthenticationKind, spec), problems);
    });
  }

  test("knows the old spelling of jwksUri", () => {
    const { resource, problems, unknown } = admit(requestAuthenticationKind, {
      apiVersion: "security.istio.io/v1",
      kind: "RequestAuthentication",
      metadata: { name: "x", namespace: "default" },
      spec: { jwtRules: [{ jwks_uri: "https://example.com" }] },
    });
    assert.deepEqual([...problems, ...unknown], []);
    assert.deepEqual(resource.spec, { jwtRules: [{ jwksUri: "https://example.com" }] });
  });
});
