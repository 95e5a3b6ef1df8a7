import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { systemClock } from "../base/clock.ts";
import { type LogLine, LogScopes } from "../base/log.ts";
import { TestApi } from "./testing/api-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const revisions = "/apis/fairway.dev/v1/revisions";
const map = (name: string, x: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { x } });
const role = (rule: object) => ({
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRole",
  metadata: { name: "reader" },
  rules: [rule],
});
const binding = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "reader" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "reader" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "ann" }],
};

suite("the store's past over HTTP", () => {
  const lines: LogLine[] = [];
  const audit = new LogScopes((line) => lines.push(line), systemClock).scope("audit", "");
  const api = new TestApi({ audit, tokens: [["ann", { name: "ann", groups: ["system:authenticated"] }]] });
  let first = "";
  before(async () => {
    await api.start();
    first = (await api.ask("POST", maps, { body: map("a", "1") })).body.metadata.resourceVersion;
    await api.ask("PUT", `${maps}/a`, { body: map("a", "2") });
    await api.ask("POST", maps, { body: map("b", "1") });
    await api.ask("DELETE", `${maps}/a`);
  });
  after(() => api.close());

  test("revisions are listed, the newest first, without what is in the objects", async () => {
    const { code, body } = await api.ask("GET", revisions);
    assert.equal(code, 200);
    assert.equal(body.kind, "RevisionList");
    assert.deepEqual(
      body.items.map((item: { change: string; object: object }) => [item.change, item.object]),
      [
        ["deleted", { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "a" }],
        ["created", { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "b" }],
        ["updated", { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "a" }],
        ["created", { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "a" }],
      ],
    );
    assert.ok(!JSON.stringify(body).includes('"data"'));
    const table = await api.ask("GET", `${revisions}?limit=1`, {
      headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
    });
    assert.deepEqual(table.body.rows[0].cells.slice(1, 5), ["deleted", "ConfigMap", "default", "a"]);
  });

  test("they come in pages", async () => {
    const seen: string[] = [];
    let token = "";
    do {
      const { body } = await api.ask("GET", `${revisions}?limit=3&continue=${token}`);
      seen.push(...body.items.map((item: { metadata: { name: string } }) => item.metadata.name));
      token = body.metadata.continue ?? "";
    } while (token !== "");
    assert.equal(seen.length, 4);
    assert.deepEqual(
      seen,
      [...new Set(seen)].sort((a, b) => Number(b) - Number(a)),
    );
    assert.equal((await api.ask("GET", `${revisions}?continue=x`)).code, 400);
    assert.equal((await api.ask("GET", `${revisions}?limit=x`)).code, 400);
  });

  test("an object's history has its states, also after its end", async () => {
    const { body } = await api.ask("GET", `${maps}/a/history`);
    assert.deepEqual(
      body.items.map((item: { change: string; state: { data: object } }) => [item.change, item.state.data]),
      [
        ["deleted", { x: "2" }],
        ["updated", { x: "2" }],
        ["created", { x: "1" }],
      ],
    );
    assert.equal((await api.ask("GET", `${maps}/nobody/history`)).code, 404);
    assert.equal((await api.ask("PUT", `${maps}/a/history`, { body: {} })).code, 405);
    assert.equal((await api.ask("DELETE", revisions)).code, 405);
  });

  test("the past is for those who may see it, and going back for those who may do that", async () => {
    await api.ask("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", { body: binding });
    const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    await api.ask("POST", roles, {
      body: role({ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }),
    });
    const as = async (method: string, path: string) => (await api.ask(method, path, { token: "ann" })).code;
    assert.equal(await as("GET", `${maps}/b`), 200);
    assert.deepEqual([await as("GET", `${maps}/b/history`), await as("GET", revisions)], [403, 403]);
    assert.equal(await as("POST", `${revisions}/${first}/rollback`), 403);
    const rule = { apiGroups: ["fairway.dev"], resources: ["revisions"], verbs: ["list"] };
    await api.ask("PUT", `${roles}/reader`, { body: role(rule) });
    assert.equal(await as("GET", revisions), 200);
    assert.equal(await as("POST", `${revisions}/${first}/rollback`), 403);
  });

  test("going back can be tried, is done whole, and leaves a line in the audit log", async () => {
    const tried = await api.ask("POST", `${revisions}/${first}/rollback?dryRun=All`);
    const changes = tried.body.changes.map((each: { kind: string; name: string; change: string }) => [
      each.kind,
      each.name,
      each.change,
    ]);
    assert.deepEqual(changes, [
      ["ConfigMap", "a", "created"],
      ["ClusterRoleBinding", "reader", "deleted"],
      ["ClusterRole", "reader", "deleted"],
      ["ConfigMap", "b", "deleted"],
    ]);
    assert.equal((await api.ask("GET", `${maps}/a`)).code, 404);
    lines.length = 0;
    const done = await api.ask("POST", `${revisions}/${first}/rollback`);
    assert.deepEqual([done.code, done.body], [201, tried.body]);
    assert.deepEqual((await api.ask("GET", `${maps}/a`)).body.data, { x: "1" });
    assert.equal((await api.ask("GET", `${maps}/b`)).code, 404);
    const { fields } = lines[0] ?? {};
    const { user, verb, resource, name, code } = fields ?? {};
    assert.deepEqual(
      [user, verb, resource, name, code],
      ["fairway:admin", "create", "revisions.fairway.dev/rollback", first, 201],
    );
  });

  test("what cannot be gone back to is refused with the reason", async () => {
    const to = async (revision: string) => (await api.ask("POST", `${revisions}/${revision}/rollback`)).body;
    assert.deepEqual([(await to("999999")).reason, (await to("x")).reason], ["Timeout", "BadRequest"]);
    const newest = (await api.ask("GET", `${revisions}?limit=1`)).body.metadata.resourceVersion;
    await api.store.compact(newest);
    assert.match((await to(first)).message, /too old: what the store keeps begins at/);
    assert.equal((await to(first)).reason, "Expired");
  });
});
