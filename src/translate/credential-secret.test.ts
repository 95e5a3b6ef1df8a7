import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type CredentialPart,
  credentialSecret,
  lacksProvider,
  type SecretSources,
  secretProviders,
} from "./credential-secret.ts";

const providers = secretProviders({
  extensionProviders: [
    { name: "vault", sds: { name: "X", service: "vault/sds.example.com", port: 8443 } },
    { name: "other", prometheus: {} },
  ],
});
const sources: SecretSources = { dialect: "istio", providers, socket: false };
const where = (name: string, part: CredentialPart = "certificate", from = sources) => {
  const { name: secret, sdsConfig } = credentialSecret(name, part, from);
  return [secret, sdsConfig?.apiConfigSource?.grpcServices?.[0]?.envoyGrpc?.clusterName ?? "ads"];
};

test("a credential is a secret of the control plane, of the type it says", () => {
  assert.deepEqual(where("a"), ["kubernetes://a", "ads"]);
  for (const typed of ["kubernetes://ns/a", "kubernetes-gateway://ns/a", "configmap://ns/a"]) {
    assert.deepEqual(where(typed), [typed, "ads"]);
    assert.deepEqual(where(typed, "authority"), [`${typed}-cacert`, "ads"]);
  }
  assert.deepEqual(where("a-cacert", "authority"), ["kubernetes://a-cacert", "ads"]);
});

test("a credential of the mesh is the workload's own", () => {
  assert.deepEqual(where("builtin://"), ["default", "sds-grpc"]);
  assert.deepEqual(where("builtin://", "authority"), ["ROOTCA", "sds-grpc"]);
  assert.deepEqual(where("builtin://", "only-authority"), ["ROOTCA", "sds-grpc"]);
  const plain: SecretSources = { ...sources, dialect: "envoy" };
  assert.deepEqual(where("builtin://", "certificate", plain), ["default", "ads"]);
  assert.deepEqual(where("builtin://", "authority", plain), ["ROOTCA", "ads"]);
});

test("a credential that is nothing but authorities is asked for by its own name", () => {
  assert.deepEqual(where("a", "only-authority"), ["kubernetes://a", "ads"]);
  assert.deepEqual(where("configmap://ns/a", "only-authority"), ["configmap://ns/a", "ads"]);
  assert.deepEqual(where("sds://X", "only-authority"), ["X", "outbound|8443||sds.example.com"]);
});

test("a credential of a provider is asked of it", () => {
  assert.deepEqual(where("sds://X"), ["X", "outbound|8443||sds.example.com"]);
  assert.deepEqual(where("sds://X", "authority"), ["X-cacert", "outbound|8443||sds.example.com"]);
});

test("a credential of no provider is served by the socket beside the proxy, or by nobody", () => {
  assert.deepEqual(where("sds://Y", "certificate", { ...sources, socket: true }), ["sds://Y", "sds-external"]);
  assert.deepEqual(where("sds://Y"), ["invalid://", "ads"]);
  assert.deepEqual(where("invalid://ns/a"), ["invalid://", "ads"]);
  assert.deepEqual(
    ["sds://Y", "sds://X", "a"].map((name) => lacksProvider(name, sources)),
    [true, false, false],
  );
});
