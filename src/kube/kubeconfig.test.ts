import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { stringify } from "yaml";
import { isFault } from "../base/fault.ts";
import { inClusterAccess, readKubeconfig } from "./kubeconfig.ts";

const files: { readonly [path: string]: string } = {
  "/home/a/ca.crt": "CA",
  "/home/a/me.crt": "CERT",
  "/home/a/me.key": "KEY",
  "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt": "POD-CA",
  "/var/run/secrets/kubernetes.io/serviceaccount/namespace": "shop\n",
};
const readFile = async (path: string) => files[path] ?? Promise.reject(new Error("no such file"));

function config(user: object, cluster: object = {}): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "c",
    contexts: [
      { name: "c", context: { cluster: "k", user: "u", namespace: "prod" } },
      { name: "bare", context: { cluster: "k" } },
    ],
    clusters: [{ name: "k", cluster: { server: "https://k.example:6443/", ...cluster } }],
    users: [{ name: "u", user }],
  });
}

const read = (text: string, context?: string) =>
  readKubeconfig(text, { directory: "/home/a", readFile, ...(context && { context }) });

const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "login", args: ["--x"] };

suite("a kubeconfig", () => {
  test("names the server, whom to trust and the namespace", async () => {
    const access = await read(config({}, { "certificate-authority": "ca.crt", "tls-server-name": "api" }));
    assert.deepEqual(access, {
      server: "https://k.example:6443",
      authority: "CA",
      insecure: false,
      serverName: "api",
      namespace: "prod",
      user: {},
    });
  });

  const users: readonly (readonly [string, object, object])[] = [
    ["a token", { token: "t" }, { token: "t" }],
    ["a token file beside it", { tokenFile: "token" }, { tokenFile: "/home/a/token" }],
    ["a name and password", { username: "n", password: "p" }, { basic: { username: "n", password: "p" } }],
    [
      "certificates in files",
      { "client-certificate": "me.crt", "client-key": "/home/a/me.key" },
      { certificate: "CERT", privateKey: "KEY" },
    ],
    [
      "certificates inside, which win over files",
      { "client-certificate-data": "QQ==", "client-key-data": "Qg==", "client-key": "none" },
      { certificate: "A", privateKey: "B" },
    ],
    [
      "somebody else's name",
      { token: "t", as: "x", "as-groups": ["g"], "as-uid": "1" },
      { token: "t", impersonate: { user: "x", uid: "1", groups: ["g"] } },
    ],
    [
      "a program",
      { exec: { ...exec, env: [{ name: "A", value: "b" }], provideClusterInfo: true } },
      {
        exec: {
          ...exec,
          environment: { A: "b" },
          installHint: "",
          cluster: { server: "https://k.example:6443" },
        },
      },
    ],
  ];
  for (const [name, given, wanted] of users) {
    test(`takes ${name}`, async () => assert.deepEqual((await read(config(given))).user, wanted));
  }

  for (const [option, user, cluster] of [
    ["exec", { exec }, {}],
    ["tokenFile", { tokenFile: "token" }, {}],
    ["clientKey", { "client-certificate-data": "Q0VSVA==", "client-key": "me.key" }, {}],
    ["clientCertificate", { "client-certificate": "me.crt", "client-key-data": "S0VZ" }, {}],
    ["certificateAuthority", {}, { "certificate-authority": "ca.crt" }],
  ] as const) {
    test(`of somebody else has ${option} only where that is allowed`, async () => {
      const readWith = (...allowed: readonly string[]) =>
        readKubeconfig(config(user, cluster), { directory: "/home/a", readFile, allowed: new Set(allowed) });
      const refused = new RegExp(`not allowed here.*allow ${option}$`);
      await assert.rejects(readWith(), (error) => isFault(error, "Settings") && refused.test(error.message));
      assert.equal((await readWith(option)).server, "https://k.example:6443");
    });
  }

  test("may be asked for another context, also one without a user", async () => {
    assert.deepEqual((await read(config({ token: "t" }), "bare")).user, {});
  });

  const faults: readonly (readonly [string, string, RegExp])[] = [
    ["no YAML object", "[secret", /^the kubeconfig cannot be used: it must be a YAML object$/],
    ["an unknown context", config({}).replace("current-context: c", "current-context: x"), /no context 'x'/],
    ["a server that is no URL", config({}, { server: "k" }), /must be an http or https URL/],
    ["a certificate without its key", config({ "client-certificate": "me.crt" }), /and its key, or neither/],
    ["a file that is not there", config({}, { "certificate-authority": "x" }), /\/home\/a\/x cannot be read/],
    ["what Kubernetes has given up", config({ "auth-provider": { name: "gcp" } }), /use exec instead/],
    ["a proxy", config({}, { "proxy-url": "http://p" }), /proxies are not supported/],
    ["a program of another version", config({ exec: { ...exec, apiVersion: "v0" } }), /apiVersion must be one of/],
    ["a program that asks people", config({ exec: { ...exec, interactiveMode: "Always" } }), /there is none/],
  ];
  for (const [name, text, message] of faults) {
    test(`refuses ${name}`, async () => {
      await assert.rejects(read(text), (error) => isFault(error, "Settings") && message.test(error.message));
    });
  }
});

suite("a pod's own access", () => {
  test("is in the files that Kubernetes mounts", async () => {
    const environment = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
    assert.deepEqual(await inClusterAccess(environment, readFile), {
      server: "https://[fd00::1]:443",
      authority: "POD-CA",
      insecure: false,
      namespace: "shop",
      user: { tokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token" },
    });
  });

  test("is nowhere else", async () => assert.equal(await inClusterAccess({}, readFile), undefined));
});
