import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isFault } from "../base/fault.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { Credentials } from "./credentials.ts";
import type { KubeUser } from "./kubeconfig.ts";

const apiVersion = "client.authentication.k8s.io/v1";
const exec = { apiVersion, command: "login", args: [], environment: { A: "b" }, installHint: "install login" };

function make(user: KubeUser, said: () => unknown = () => ({})) {
  const clock = new ManualClock();
  const runs: { readonly [name: string]: string }[] = [];
  const file = { text: "one\n", missing: false };
  const credentials = new Credentials(user, {
    clock,
    readFile: async () => (file.missing ? Promise.reject(new Error("gone")) : file.text),
    run: async (_command, _args, environment) => {
      runs.push(environment);
      const status = said();
      if (status instanceof Error) throw status;
      return JSON.stringify({ apiVersion, kind: "ExecCredential", status });
    },
  });
  const authorization = async () => (await credentials.forRequest()).headers.authorization;
  return { credentials, clock, runs, file, authorization };
}

suite("credentials", () => {
  test("are a bearer token, or a name and password", async () => {
    assert.equal(await make({ token: "t" }).authorization(), "Bearer t");
    assert.equal(await make({ basic: { username: "u", password: "p" } }).authorization(), "Basic dTpw");
    assert.equal(await make({}).authorization(), undefined);
  });

  test("are read from a file again after a minute, or when they were refused", async () => {
    const { credentials, clock, file, authorization } = make({ tokenFile: "/t" });
    assert.equal(await authorization(), "Bearer one");
    file.text = "two";
    assert.equal(await authorization(), "Bearer one");
    clock.advance(60_000);
    assert.equal(await authorization(), "Bearer two");
    file.text = "three";
    credentials.refused();
    assert.equal(await authorization(), "Bearer three");
  });

  test("from a file that is gone for a while stay in force", async () => {
    const { clock, file, authorization } = make({ tokenFile: "/t" });
    await authorization();
    file.missing = true;
    clock.advance(60_000);
    assert.equal(await authorization(), "Bearer one");
    const none = make({ tokenFile: "/t" });
    none.file.missing = true;
    await assert.rejects(none.authorization(), (error) => isFault(error, "Unauthorized"));
  });

  test("come from a program once, for as long as they are good", async () => {
    let given = 0;
    const { credentials, clock, runs, authorization } = make({ exec }, () => {
      given += 1;
      return { token: `t${given}`, expirationTimestamp: new Date(clock.now() + 5000).toISOString() };
    });
    assert.deepEqual(await Promise.all([authorization(), authorization()]), ["Bearer t1", "Bearer t1"]);
    clock.advance(5000);
    assert.equal(await authorization(), "Bearer t2");
    credentials.refused();
    assert.equal(await authorization(), "Bearer t3");
    assert.equal(runs[0]?.A, "b");
    assert.deepEqual(JSON.parse(runs[0]?.KUBERNETES_EXEC_INFO ?? ""), {
      apiVersion,
      kind: "ExecCredential",
      spec: { interactive: false },
    });
  });

  test("from a program can be a certificate", async () => {
    const { credentials } = make({ exec }, () => ({ clientCertificateData: "C", clientKeyData: "K" }));
    const { certificate, privateKey } = await credentials.forRequest();
    assert.deepEqual([certificate, privateKey], ["C", "K"]);
  });

  test("that a program does not give are a fault, which says why, and are asked for again", async () => {
    let answer: unknown = Object.assign(new Error("spawn"), { code: "ENOENT" });
    const { authorization } = make({ exec }, () => answer);
    await assert.rejects(authorization(), /the credential program login is not there: install login/);
    answer = {};
    await assert.rejects(authorization(), /gave neither a token nor a certificate/);
    answer = { token: "t" };
    assert.equal(await authorization(), "Bearer t");
  });

  test("say in whose name a request is made", async () => {
    const { credentials } = make({ token: "t", impersonate: { user: "x", uid: "1", groups: ["a", "b"] } });
    assert.deepEqual((await credentials.forRequest()).headers, {
      authorization: "Bearer t",
      "impersonate-user": "x",
      "impersonate-uid": "1",
      "impersonate-group": ["a", "b"],
    });
  });
});
