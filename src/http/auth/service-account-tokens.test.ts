import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { TestApi, token } from "../testing/api-client.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const maps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const reading = { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["configmaps"] };

suite("tokens of ServiceAccounts", () => {
  const api = new TestApi();
  const make = async (path: string, body: object) => (await api.ask("POST", path, { body })).code;
  const code = async (method: string, path: string, as: string) => (await api.ask(method, path, { token: as })).code;
  before(async () => {
    await api.start();
    for (const name of ["web", "other"]) await make(accounts(name), { metadata: { name: "robot" } });
    await make(`${rbac}/clusterroles`, { metadata: { name: "reader" }, rules: [reading] });
  });
  after(() => api.close());
  const accounts = (namespace: string) => `/api/v1/namespaces/${namespace}/serviceaccounts`;
  const ask = (namespace: string, spec: object = {}, name = "robot") =>
    api.ask("POST", `${accounts(namespace)}/${name}/token`, { body: { spec } });
  const tokenReview = async (spec: object) =>
    (await api.ask("POST", "/apis/authentication.k8s.io/v1/tokenreviews", { body: { spec } })).body.status;

  test("let in who has them, as the account", async () => {
    const { code: created, body } = await ask("web");
    assert.equal(created, 201);
    assert.ok(Date.parse(body.status.expirationTimestamp) > Date.now() + 3_500_000);
    const { token: own } = body.status;
    assert.equal(await code("GET", maps("web"), own), 403);
    const rolePath = `${rbac}/namespaces/web/rolebindings`;
    const account = { kind: "ServiceAccount", namespace: "web", name: "robot" };
    const roleRef = { kind: "ClusterRole", name: "reader" };
    await make(rolePath, { metadata: { name: "robots" }, roleRef, subjects: [account] });
    assert.equal(await code("GET", maps("web"), own), 200);
    assert.equal(await code("GET", maps("other"), own), 403);
    const other = (await ask("other")).body.status.token;
    assert.equal(await code("GET", maps("web"), other), 403);
  });

  test("are reviewed for their audience", async () => {
    const { token: own } = (await ask("web", { audiences: ["istio-ca", "vault"] })).body.status;
    assert.equal(await code("GET", maps("web"), own), 401, "it is not for the API");
    assert.equal((await tokenReview({ token: own })).authenticated, false);
    const status = await tokenReview({ token: own, audiences: ["istio-ca", "x"] });
    assert.equal(status.authenticated, true);
    assert.deepEqual(status.audiences, ["istio-ca"]);
    assert.equal(status.user.username, "system:serviceaccount:web:robot");
    assert.ok(status.user.groups.includes("system:serviceaccounts:web"));
    assert.equal((await tokenReview({ token: "nonsense" })).authenticated, false);
    assert.equal((await tokenReview({ token })).user.username, "fairway:admin");
  });

  test("end with their account, and with what they are bound to", async () => {
    const pods = "/api/v1/namespaces/web/pods";
    await make(pods, { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } });
    await make(accounts("web"), { metadata: { name: "brief" } });
    const bound = (await ask("web", { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p" } })).body.status
      .token;
    const brief = (await ask("web", {}, "brief")).body.status.token;
    const good = async (own: string) => (await tokenReview({ token: own })).authenticated;
    assert.deepEqual([await good(bound), await good(brief)], [true, true]);
    const { extra } = (await tokenReview({ token: bound })).user;
    assert.deepEqual(extra["authentication.kubernetes.io/pod-name"], ["p"]);
    await api.ask("DELETE", `${pods}/p`);
    await api.ask("DELETE", `${accounts("web")}/brief`);
    await make(accounts("web"), { metadata: { name: "brief" } });
    assert.deepEqual([await good(bound), await good(brief)], [false, false]);
  });

  test("are refused where they are asked for wrongly", async () => {
    assert.equal((await ask("web", {}, "nobody")).code, 404);
    assert.equal((await ask("web", { expirationSeconds: 5 })).code, 422);
    assert.equal((await ask("web", { boundObjectRef: { kind: "Pod", name: "none" } })).code, 404);
    assert.equal((await ask("web", { boundObjectRef: { kind: "Service", name: "x" } })).code, 422);
    assert.equal((await api.ask("GET", `${accounts("web")}/robot/token`)).code, 405);
  });

  test("can be verified by others with the published keys", async () => {
    const { keys } = (await api.ask("GET", "/openid/v1/jwks")).body;
    assert.deepEqual([keys[0].kty, keys[0].crv, keys[0].d], ["EC", "P-256", undefined]);
    const metadata = (await api.ask("GET", "/.well-known/openid-configuration")).body;
    assert.equal(metadata.issuer, "https://issuer.test");
    assert.equal((await api.ask("GET", "/openid/v1/jwks", { anonymous: true })).code, 401);
  });

  test("that were tampered with are nobody's", async () => {
    const { token: own } = (await ask("web")).body.status;
    const [head, body, signature] = own.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString("base64url");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const bad of [
      `${head}.${forged}.${signature}`,
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${own}.x`,
    ]) {
      assert.equal(await code("GET", maps("web"), bad), 401);
    }
  });
});
