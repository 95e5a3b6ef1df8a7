import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ClientTlsSettings } from "../../api/index.ts";
import type { TlsEnvironment } from "../server-tls.ts";
import { mutualTls, userTls } from "./upstream-tls.ts";

const istio: TlsEnvironment = { dialect: "istio", secrets: { dialect: "istio", providers: new Map(), socket: false } };
const envoy: TlsEnvironment = { dialect: "envoy", secrets: { ...istio.secrets, dialect: "envoy" } };

const common = (tls: ClientTlsSettings, environment = istio) => userTls(tls, false, environment).commonTlsContext ?? {};
const secretNames = (list: readonly { readonly name?: string | undefined }[] = []) => list.map(({ name }) => name);

describe("the mesh's mutual TLS", () => {
  const target = { sni: "x", identities: ["spiffe://td/ns/a/sa/b"], http2: true };

  test("promises to tell of peers only between Istio's proxies", () => {
    const alpn = (environment: TlsEnvironment) => mutualTls(target, environment).commonTlsContext?.alpnProtocols;
    assert.deepEqual(alpn(istio), ["istio-peer-exchange", "istio", "h2"]);
    assert.deepEqual(alpn(envoy), ["istio", "h2"]);
  });

  test("leaves what the mesh demands of versions and ciphers to servers", () => {
    const strict = { ...istio, meshMtls: { minProtocolVersion: "TLSV1_3", cipherSuites: ["A"] } } as const;
    assert.deepEqual(mutualTls(target, strict).commonTlsContext?.tlsParams, {
      tlsMinimumProtocolVersion: "TLSv1_2",
      tlsMaximumProtocolVersion: "TLSv1_3",
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
    const { tlsCertificates } = common(tls, envoy);
    assert.deepEqual(tlsCertificates, [
      { certificateChain: { filename: "/c.pem" }, privateKey: { filename: "/k.pem" } },
    ]);
    assert.deepEqual(common({ ...tls, caCertificates: "/ca.pem" }, envoy).validationContext?.trustedCa, {
      filename: "/ca.pem",
    });
  });

  test("has the control plane's authorities where no agent knows the system's", () => {
    const { combinedValidationContext } = common({ mode: "SIMPLE", subjectAltNames: ["a"] }, envoy);
    const { defaultValidationContext, validationContextSdsSecretConfig } = combinedValidationContext ?? {};
    assert.deepEqual(defaultValidationContext, { matchSubjectAltNames: [{ exact: "a" }] });
    assert.equal(validationContextSdsSecretConfig?.name, "file-root:system");
    assert.deepEqual(validationContextSdsSecretConfig?.sdsConfig?.ads, {});
  });

  test("verifies nothing if that is wanted", () => {
    const context = common({ mode: "SIMPLE", insecureSkipVerify: true });
    assert.deepEqual(context.validationContext, {});
    assert.equal(context.combinedValidationContext, undefined);
  });
});
