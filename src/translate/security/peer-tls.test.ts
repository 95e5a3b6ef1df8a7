import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MeshConfig } from "../../api/index.ts";
import { viewFor } from "../testing/view.ts";
import { peerTls, peerTlsContext } from "./peer-tls.ts";

const contextOf = (config: MeshConfig, metadata: object = {}, content: "http" | "tcp" = "http") =>
  peerTlsContext(peerTls(viewFor({ config, metadata: { ...metadata } }).scope), content).commonTlsContext;

describe("mutual TLS of peers", () => {
  test("takes peers of the trust domain and its aliases", () => {
    const context = contextOf({ trustDomain: "td1", trustDomainAliases: ["td2", "td1"] });
    assert.deepEqual(context?.combinedValidationContext?.defaultValidationContext?.matchSubjectAltNames, [
      { prefix: "spiffe://td1/" },
      { prefix: "spiffe://td2/" },
    ]);
  });

  test("follows the mesh in version, ciphers and curves", () => {
    const meshMTLS = {
      minProtocolVersion: "TLSV1_3",
      cipherSuites: ["AES256-GCM-SHA384", "no-such-suite"],
      ecdhCurves: ["P-256"],
    } as const;
    assert.deepEqual(contextOf({ meshMTLS })?.tlsParams, {
      tlsMinimumProtocolVersion: "TLSv1_3",
      tlsMaximumProtocolVersion: "TLSv1_3",
      cipherSuites: ["AES256-GCM-SHA384"],
      ecdhCurves: ["P-256"],
    });
  });

  test("uses certificates in files that the proxy names", () => {
    const context = contextOf(
      {},
      { TLS_SERVER_CERT_CHAIN: "/c.pem", TLS_SERVER_KEY: "/k.pem", TLS_SERVER_ROOT_CERT: "/r.pem" },
    );
    assert.equal(context?.tlsCertificateSdsSecretConfigs?.[0]?.name, "file-cert:/c.pem~/k.pem");
    assert.equal(context?.combinedValidationContext?.validationContextSdsSecretConfig?.name, "file-root:/r.pem");
  });

  test("has its secrets from the control plane, or from files, where the proxy has no agent", () => {
    const ads = (name: string) => ({ name, sdsConfig: { ads: {}, resourceApiVersion: "V3" } });
    const own = contextOf({}, { ISTIO_VERSION: "" });
    assert.deepEqual(own?.tlsCertificateSdsSecretConfigs, [ads("default")]);
    assert.deepEqual(own?.combinedValidationContext?.validationContextSdsSecretConfig, ads("ROOTCA"));
    const names = { TLS_SERVER_CERT_CHAIN: "/c", TLS_SERVER_KEY: "/k", TLS_SERVER_ROOT_CERT: "/r" };
    const files = contextOf({}, { ISTIO_VERSION: "", ...names });
    const pair = { certificateChain: { filename: "/c" }, privateKey: { filename: "/k" } };
    assert.deepEqual(files?.tlsCertificates, [pair]);
    assert.deepEqual(files?.validationContext, {
      matchSubjectAltNames: [{ prefix: "spiffe://cluster.local/" }],
      trustedCa: { filename: "/r" },
    });
  });

  test("offers the exchange of metadata on connections only, and only where the proxy understands it", () => {
    const alpn = (metadata: object, content: "http" | "tcp") => contextOf({}, metadata, content)?.alpnProtocols;
    assert.deepEqual(alpn({}, "tcp"), ["istio-peer-exchange", "h2", "http/1.1"]);
    assert.deepEqual(alpn({}, "http"), ["h2", "http/1.1"]);
    assert.deepEqual(alpn({ ISTIO_VERSION: "" }, "tcp"), ["h2", "http/1.1"]);
  });
});
