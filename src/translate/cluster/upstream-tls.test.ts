import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ClientTlsSettings } from "../../api/index.ts";
import type { TlsEnvironment } from "../server-tls.ts";
import { mutualTls, userTls } from "./upstream-tls.ts";

const istio: TlsEnvironment = { dialect: "istio", secrets: { providers: new Map(), socket: false } };
const envoy: TlsEnvironment = { ...istio, dialect: "envoy" };

const common = (tls: ClientTlsSettings, environment = istio) => userTls(tls, false, environment).commonTlsContext ?? {};
const secretNames = (list: readonly { readonly name?: string | undefined }[] = []) => list.map(({ name }) => name);

describe("the mesh's mutual TLS", () => {
  const target = { sni: "x", identities: ["spiffe://td/ns/a/sa/b"], http2: true };

  test("promises to tell of peers only between Istio's proxies", () => {
    const alpn = (environment: TlsEnvironment) => mutualTls(target, environment).commonTlsContext?.alpnProtocols;
    assert.deepEqual(alpn(istio), ["istio-peer-exchange", "istio", "h2"]);
    assert.deepEqual(alpn(envoy), ["istio", "h2"]);
  });

  test("takes what the mesh says of versions and ciphers", () => {
    const strict = { ...istio, meshMtls: { minProtocolVersion: "TLSV1_3", cipherSuites: ["A"] } } as const;
    assert.deepEqual(mutualTls(target, strict).commonTlsContext?.tlsParams, {
      tlsMinimumProtocolVersion: "TLSv1_3",
      tlsMaximumProtocolVersion: "TLSv1_3",
      cipherSuites: ["A"],
    });
  });
});

describe("the user's own TLS", () => {
  test("trusts the system's authorities unless told otherwise", () => {
    const authority = (tls: ClientTlsSettings) =>
      common(tls).combinedValidationContext?.validationContextSdsSecretConfig?.name;
    assert.equal(authority({ mode: "SIMPLE" }), "file-root:system");
    assert.equal(authority({ mode: "SIMPLE", caCertificates: "/ca.pem" }), "file-root:/ca.pem");
    assert.equal(authority({ mode: "SIMPLE", credentialName: "c" }), "kubernetes://c-cacert");
  });

  test("reads files itself where no agent does", () => {
    const tls = { mode: "MUTUAL", clientCertificate: "/c.pem", privateKey: "/k.pem", subjectAltNames: ["a"] } as const;
    assert.deepEqual(secretNames(common(tls).tlsCertificateSdsSecretConfigs), ["file-cert:/c.pem~/k.pem"]);
    const { tlsCertificates, validationContext } = common(tls, envoy);
    assert.deepEqual(tlsCertificates, [
      { certificateChain: { filename: "/c.pem" }, privateKey: { filename: "/k.pem" } },
    ]);
    assert.deepEqual(validationContext, { matchSubjectAltNames: [{ exact: "a" }], systemRootCerts: {} });
    assert.deepEqual(common({ ...tls, caCertificates: "/ca.pem" }, envoy).validationContext?.trustedCa, {
      filename: "/ca.pem",
    });
  });

  test("verifies nothing if that is wanted", () => {
    const context = common({ mode: "SIMPLE", insecureSkipVerify: true });
    assert.deepEqual(context.validationContext, {});
    assert.equal(context.combinedValidationContext, undefined);
  });
});
