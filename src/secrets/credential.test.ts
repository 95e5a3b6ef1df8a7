import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, test } from "node:test";
import type { Resource } from "../api/index.ts";
import { type Credential, readCredential } from "./credential.ts";
import { credentialText } from "./credential-text.ts";
import { configMapObject, secretObject, testCredential } from "./testing/credentials.ts";

const { certificate, privateKey, authority } = testCredential();
const other = testCredential();

function read(resource: Resource): Credential | undefined {
  const text = credentialText(resource);
  return text && readCredential(text);
}
const secret = (data: { readonly [key: string]: string }) => read(secretObject("a/b", data));

describe("a credential", () => {
  test("is in the keys of Kubernetes or in those of Istio", () => {
    const expected = {
      hasCertificate: true,
      problems: [],
      certificate: { chain: certificate, privateKey },
      authorities: { certificates: authority },
    };
    assert.deepEqual(secret({ "tls.crt": certificate, "tls.key": privateKey, "ca.crt": authority }), expected);
    assert.deepEqual(secret({ cert: certificate, key: privateKey, cacert: authority }), expected);
  });

  test("may be nothing but authorities, also in a ConfigMap, which never has a key", () => {
    const expected = { hasCertificate: false, problems: [], authorities: { certificates: authority } };
    assert.deepEqual(secret({ "ca.crt": authority }), expected);
    const map = configMapObject("a/b", { "ca.crt": authority, "tls.crt": certificate, "tls.key": privateKey });
    assert.deepEqual(read(map), expected);
  });

  test("may come with an OCSP response and revocation lists", () => {
    const list = "-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n";
    const found = secret({
      "tls.crt": certificate,
      "tls.key": privateKey,
      "tls.ocsp-staple": "\u0001\u0002",
      "ca.crt": authority,
      "ca.crl": list,
    });
    assert.deepEqual([...(found?.certificate?.ocspStaple ?? [])], [1, 2]);
    assert.equal(found?.authorities?.revocations, list);
    assert.equal(secret({ cacert: authority, crl: list })?.authorities?.revocations, list);
  });

  test("is none where nothing of it is said", () => {
    assert.equal(secret({ password: "x" }), undefined);
    assert.equal(secret({ "tls.crt": "", "tls.key": "" }), undefined);
    assert.equal(read(configMapObject("a/b", { "tls.crt": certificate })), undefined);
  });
});

describe("a credential that cannot be used is left out, and it is said why", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
  const rows: readonly [string, { readonly [key: string]: string }, RegExp][] = [
    ["a certificate without its key", { "tls.crt": certificate }, /must have both/],
    ["a key without its certificate", { "tls.key": privateKey }, /must have both/],
    ["the key of another", { "tls.crt": certificate, "tls.key": other.privateKey }, /the key of its own certificate/],
    ["no PEM", { "tls.crt": "hello", "tls.key": privateKey }, /its certificate in PEM/],
    ["a key that is none", { "tls.crt": certificate, "tls.key": "hello" }, /a private key in PEM/],
    [
      "a key of another sort",
      { "tls.crt": certificate, "tls.key": rsa.export({ type: "pkcs8", format: "pem" }).toString() },
      /the key of its own certificate/,
    ],
    [
      "a chain that breaks off",
      {
        "tls.crt": `${certificate}${certificate.slice(0, 60)}AAAA\n-----END CERTIFICATE-----\n`,
        "tls.key": privateKey,
      },
      /valid X\.509 certificate as number 2/,
    ],
    ["authorities that are none", { "ca.crt": "hello" }, /its authority in PEM/],
    ["a revocation list that is none", { "ca.crt": authority, crl: "hello" }, /its revocation list in PEM/],
  ];
  for (const [what, data, message] of rows) {
    test(what, () => {
      const found = secret(data);
      assert.equal(found?.certificate, undefined);
      assert.equal(found?.authorities, undefined);
      assert.match(found?.problems.join() ?? "", message);
    });
  }

  test("but not the good half of it", () => {
    const found = secret({ "tls.crt": certificate, "tls.key": "hello", "ca.crt": authority });
    assert.deepEqual(found?.authorities, { certificates: authority });
    assert.equal(found?.hasCertificate, true);
    assert.equal(found?.problems.length, 1);
  });

  test("and no message has a part of a key in it", () => {
    const found = secret({ "tls.crt": certificate, "tls.key": privateKey.slice(0, 100) });
    assert.ok(!found?.problems.join().includes(privateKey.slice(30, 50)));
  });
});
