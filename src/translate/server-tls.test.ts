import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MeshConfig, ServerTlsSettings } from "../api/index.ts";
import type { Dialect } from "../core/index.ts";
import { meshSettings } from "../mesh/index.ts";
import { fileSecret, workloadSecret } from "./sds-secret.ts";
import { endsTls, serverTls, type TlsContent, tlsEnvironment } from "./server-tls.ts";

interface Case {
  readonly content?: TlsContent;
  readonly dialect?: Dialect;
  readonly mesh?: MeshConfig;
}

function contextOf(tls: ServerTlsSettings, { content = "http", dialect = "istio", mesh = {} }: Case = {}) {
  return serverTls(tls, content, tlsEnvironment(meshSettings({ config: mesh }), dialect));
}
const commonOf = (tls: ServerTlsSettings, options?: Case) => contextOf(tls, options).commonTlsContext;
const ads = (name: string) => ({ name, sdsConfig: { ads: {}, resourceApiVersion: "V3" } });
const files = { serverCertificate: "/s", privateKey: "/k", caCertificates: "/ca" };

describe("certificates of a server", () => {
  test("come from secrets, one or two", () => {
    const one = commonOf({ mode: "SIMPLE", credentialName: "a" });
    assert.deepEqual(one?.tlsCertificateSdsSecretConfigs, [ads("kubernetes://a")]);
    const two = commonOf({ mode: "SIMPLE", credentialNames: ["a", "kubernetes-gateway://ns/b"] });
    assert.deepEqual(two?.tlsCertificateSdsSecretConfigs, [ads("kubernetes://a"), ads("kubernetes-gateway://ns/b")]);
  });

  test("come from files, which the agent serves so that they can change", () => {
    const one = commonOf({ mode: "SIMPLE", ...files });
    assert.deepEqual(one?.tlsCertificateSdsSecretConfigs, [fileSecret("file-cert:/s~/k")]);
    const pairs = ["1", "2"].map((i) => ({ serverCertificate: `/s${i}`, privateKey: `/k${i}` }));
    const two = commonOf({ mode: "SIMPLE", tlsCertificates: pairs });
    assert.deepEqual(two?.tlsCertificateSdsSecretConfigs, ["file-cert:/s1~/k1", "file-cert:/s2~/k2"].map(fileSecret));
  });

  test("are read by plain Envoy itself, which has no agent", () => {
    const common = commonOf({ mode: "MUTUAL", ...files }, { dialect: "envoy" });
    const pair = { certificateChain: { filename: "/s" }, privateKey: { filename: "/k" } };
    assert.deepEqual(common?.tlsCertificates, [pair]);
    assert.deepEqual(common?.validationContext, { trustedCa: { filename: "/ca" } });
  });

  test("are the workload's own in the mesh's mutual TLS, whatever else is said", () => {
    const common = commonOf({ mode: "ISTIO_MUTUAL", credentialName: "a", ...files });
    assert.deepEqual(common?.tlsCertificateSdsSecretConfigs, [workloadSecret("default", "istio")]);
    assert.deepEqual(
      common?.combinedValidationContext?.validationContextSdsSecretConfig,
      workloadSecret("ROOTCA", "istio"),
    );
  });
});

describe("clients' certificates", () => {
  const validation = (tls: ServerTlsSettings) => commonOf(tls)?.combinedValidationContext;

  test("are asked for by mode", () => {
    for (const [mode, required] of [
      ["SIMPLE", false],
      ["OPTIONAL_MUTUAL", false],
      ["MUTUAL", true],
      ["ISTIO_MUTUAL", true],
    ] as const) {
      const context = contextOf({ mode, credentialName: "a", subjectAltNames: ["x"] });
      assert.equal(context.requireClientCertificate, required, mode);
      assert.equal(context.commonTlsContext?.combinedValidationContext !== undefined, mode !== "SIMPLE", mode);
      // Envoy refuses names to be verified without an authority.
      assert.equal(context.commonTlsContext?.validationContext, undefined, mode);
    }
  });

  test("are verified by the credential's authorities, or those of another credential", () => {
    const secretOf = (tls: ServerTlsSettings) =>
      validation({ mode: "MUTUAL", ...tls })?.validationContextSdsSecretConfig;
    assert.deepEqual(secretOf({ credentialName: "a" }), ads("kubernetes://a-cacert"));
    assert.deepEqual(secretOf({ credentialNames: ["a", "b"] }), ads("kubernetes://a-cacert"));
    assert.deepEqual(secretOf({ credentialName: "a", caCertCredentialName: "ca" }), ads("kubernetes://ca"));
    const map = "configmap://ns/ca-cacert";
    assert.deepEqual(secretOf({ credentialName: "a", caCertCredentialName: map }), ads(map));
    assert.deepEqual(secretOf(files), fileSecret("file-root:/ca"));
  });

  test("are not verified by what a certificate goes by", () => {
    const same = { mode: "MUTUAL", credentialNames: ["a", "b"], caCertCredentialName: "b" } as const;
    assert.deepEqual(validation(same)?.validationContextSdsSecretConfig, ads("kubernetes://b-cacert"));
  });

  test("must be all that the server asks, wherever its certificates come from", () => {
    for (const source of [files, { credentialName: "a" }]) {
      const context = validation({
        mode: "OPTIONAL_MUTUAL",
        ...source,
        subjectAltNames: ["x"],
        verifyCertificateSpki: ["spki"],
        verifyCertificateHash: ["hash"],
        caCrl: "/crl",
        insecureSkipVerify: true,
      });
      assert.deepEqual(context?.defaultValidationContext, {
        matchSubjectAltNames: [{ exact: "x" }],
        verifyCertificateSpki: ["spki"],
        verifyCertificateHash: ["hash"],
        crl: { filename: "/crl" },
        trustChainVerification: "ACCEPT_UNTRUSTED",
      });
    }
  });
});

describe("what connections agree on", () => {
  const parameters = (tls: ServerTlsSettings, mesh?: MeshConfig) =>
    commonOf({ credentialName: "a", mode: "SIMPLE", ...tls }, mesh && { mesh })?.tlsParams;

  test("is left to Envoy if nobody says anything", () => {
    assert.equal(parameters({ minProtocolVersion: "TLS_AUTO" }), undefined);
  });

  test("is the server's word before the mesh's; suites that Envoy does not know are left out", () => {
    const mesh: MeshConfig = {
      tlsDefaults: { minProtocolVersion: "TLSV1_3", cipherSuites: ["AES128-SHA"], ecdhCurves: ["P-256"] },
    };
    assert.deepEqual(parameters({}, mesh), {
      tlsMinimumProtocolVersion: "TLSv1_3",
      cipherSuites: ["AES128-SHA"],
      ecdhCurves: ["P-256"],
    });
    const said = parameters(
      {
        minProtocolVersion: "TLSV1_1",
        maxProtocolVersion: "TLSV1_2",
        cipherSuites: ["AES256-SHA", "NO-SUCH", "AES256-SHA"],
        ecdhCurves: ["X25519"],
      },
      mesh,
    );
    assert.deepEqual(said, {
      tlsMinimumProtocolVersion: "TLSv1_1",
      tlsMaximumProtocolVersion: "TLSv1_2",
      cipherSuites: ["AES256-SHA"],
      ecdhCurves: ["X25519"],
    });
  });

  test("has settings of its own in the mesh's mutual TLS", () => {
    const mesh: MeshConfig = { tlsDefaults: { ecdhCurves: ["P-256"] }, meshMTLS: { minProtocolVersion: "TLSV1_3" } };
    assert.deepEqual(parameters({ mode: "ISTIO_MUTUAL" }, mesh), { tlsMinimumProtocolVersion: "TLSv1_3" });
  });

  test("names the protocol inside", () => {
    const alpn = (mode: "SIMPLE" | "ISTIO_MUTUAL", content: TlsContent, dialect: Dialect = "istio") =>
      commonOf({ mode, credentialName: "a" }, { content, dialect })?.alpnProtocols;
    assert.deepEqual(alpn("SIMPLE", "http"), ["h2", "http/1.1"]);
    assert.deepEqual(alpn("SIMPLE", "http3"), ["h3"]);
    assert.deepEqual(alpn("ISTIO_MUTUAL", "http"), ["h2", "http/1.1"]);
    assert.deepEqual(alpn("ISTIO_MUTUAL", "tcp"), ["istio-peer-exchange", "h2", "http/1.1"]);
    assert.deepEqual(alpn("ISTIO_MUTUAL", "tcp", "envoy"), ["h2", "http/1.1"]);
  });
});

test("TLS ends at the proxy but where it is passed through", () => {
  assert.deepEqual(
    [{}, { mode: "AUTO_PASSTHROUGH" }, { mode: "SIMPLE" }].map((tls) => endsTls(tls as ServerTlsSettings)),
    [false, false, true],
  );
});

test("the environment keeps its identity while the mesh's settings do", () => {
  const settings = meshSettings({});
  assert.equal(tlsEnvironment(settings, "istio"), tlsEnvironment(settings, "istio"));
  assert.notEqual(tlsEnvironment(settings, "istio"), tlsEnvironment(settings, "envoy"));
});
