import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { systemClock } from "../../base/clock.ts";
import { type LogLine, LogScopes } from "../../base/log.ts";
import { issueClientCertificate, issueWorkloadCertificate } from "../../pki/certificate-authority.ts";
import { authority, TestApi } from "../testing/api-client.ts";

const user = (name: string, ...groups: string[]) => ({ name, groups: [...groups, "system:authenticated"] });
const people = [
  ["alice", user("alice", "devs")],
  ["bob", user("bob")],
] as const;

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const maps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const map = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const role = (name: string, ...rules: object[]) => ({ metadata: { name }, rules });
const binding = (name: string, kind: string, to: string, ...subjects: object[]) => ({
  metadata: { name },
  roleRef: { kind, name: to },
  subjects,
});
const reading = { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["configmaps"] };

suite("access to the API", () => {
  const lines: LogLine[] = [];
  const audit = new LogScopes((line) => lines.push(line), systemClock).scope("audit", "");
  const api = new TestApi({ tokens: people, audit });
  const make = async (path: string, body: object, as?: string) =>
    (await api.ask("POST", path, { body, ...(as && { token: as }) })).code;
  const code = async (method: string, path: string, as: string, body?: object) =>
    (await api.ask(method, path, { token: as, ...(body && { body }) })).code;
  const review = async (plural: string, spec: object, as?: string) =>
    (await api.ask("POST", `/apis/${plural}`, { body: { spec }, ...(as && { token: as }) })).body.status;
  const can = (spec: object, as?: string) =>
    review(`authorization.k8s.io/v1/${as ? "selfsubjectaccessreviews" : "subjectaccessreviews"}`, spec, as);

  before(async () => {
    await api.start();
    await make(`${rbac}/clusterroles`, role("reader", reading));
    await make(`${rbac}/clusterroles`, role("asker", { verbs: ["create"], apiGroups: ["*"], resources: ["*"] }));
    await make(`${rbac}/clusterrolebindings`, binding("askers", "ClusterRole", "asker", { kind: "User", name: "bob" }));
  });
  after(() => api.close());

  suite("roles", () => {
    test("give nothing until they are bound, and hold for the next request", async () => {
      assert.equal(await code("GET", maps("web"), "alice"), 403);
      const path = `${rbac}/namespaces/web/rolebindings`;
      await make(path, binding("devs", "ClusterRole", "reader", { kind: "Group", name: "devs" }));
      assert.equal(await code("GET", maps("web"), "alice"), 200);
      assert.equal(await code("GET", maps("other"), "alice"), 403);
      assert.equal(await code("GET", "/api/v1/configmaps", "alice"), 403);
      assert.equal(await code("POST", maps("web"), "alice", map("a")), 403);
      await api.ask("DELETE", `${path}/devs`);
      assert.equal(await code("GET", maps("web"), "alice"), 403);
    });

    test("say in kubectl's words what is not allowed", async () => {
      const { body } = await api.ask("GET", `${maps("web")}/x`, { token: "alice" });
      assert.equal(body.reason, "Forbidden");
      assert.equal(
        body.message,
        'configmaps "x" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "web"',
      );
      assert.deepEqual(body.details, { kind: "configmaps", name: "x" });
    });

    test("can name single objects, subresources and paths", async () => {
      await make(
        `${rbac}/clusterroles`,
        role(
          "narrow",
          { verbs: ["get"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["one"] },
          { verbs: ["update"], apiGroups: ["*"], resources: ["*/status"] },
          { verbs: ["get"], nonResourceURLs: ["/metrics", "/openapi/*"] },
        ),
      );
      await make(`${rbac}/clusterrolebindings`, binding("n", "ClusterRole", "narrow", { kind: "User", name: "carol" }));
      const allowed = async (resourceAttributes: object) => (await can({ user: "carol", resourceAttributes })).allowed;
      assert.equal(await allowed({ verb: "get", resource: "configmaps", name: "one" }), true);
      assert.equal(await allowed({ verb: "get", resource: "configmaps", name: "two" }), false);
      assert.equal(await allowed({ verb: "list", resource: "configmaps" }), false);
      assert.equal(await allowed({ verb: "update", resource: "pods", subresource: "status", name: "x" }), true);
      assert.equal(await allowed({ verb: "update", resource: "pods", name: "x" }), false);
      const path = async (at: string) =>
        (await can({ user: "carol", nonResourceAttributes: { verb: "get", path: at } })).allowed;
      assert.deepEqual(await Promise.all(["/metrics", "/metrics/x", "/openapi/v2"].map(path)), [true, false, true]);
    });

    test("gather the rules of others by label, and of those that gather again", async () => {
      const gather = (label: string) => ({ clusterRoleSelectors: [{ matchLabels: { [label]: "true" } }] });
      const roles = `${rbac}/clusterroles`;
      await make(roles, { metadata: { name: "top" }, aggregationRule: gather("to-top") });
      await make(roles, { metadata: { name: "mid", labels: { "to-top": "true" } }, aggregationRule: gather("to-mid") });
      await make(roles, {
        metadata: { name: "leaf", labels: { "to-mid": "true", "to-top": "true" } },
        rules: [reading],
      });
      await make(`${rbac}/clusterrolebindings`, binding("top", "ClusterRole", "top", { kind: "User", name: "dave" }));
      const { allowed, reason } = await can({
        user: "dave",
        resourceAttributes: { verb: "list", resource: "configmaps" },
      });
      assert.equal(allowed, true);
      assert.equal(reason, 'RBAC: allowed by ClusterRoleBinding "top" of ClusterRole "top"');
    });

    test("cannot be used to give what one does not have", async () => {
      const roles = `${rbac}/namespaces/web/roles`;
      const bindings = `${rbac}/namespaces/web/rolebindings`;
      const refused = await api.ask("POST", roles, { body: role("r", reading), token: "bob" });
      assert.equal(refused.code, 403);
      assert.match(refused.body.message, /roles.*"r" is forbidden.*must hold.*"verbs":\["get"\].*configmaps/);
      assert.equal(await make(roles, role("c", { ...reading, verbs: ["create"] }), "bob"), 201);
      const toReader = binding("b", "ClusterRole", "reader", { kind: "User", name: "bob" });
      assert.equal(await make(bindings, toReader, "bob"), 403);
      assert.equal(await make(bindings, binding("gone", "Role", "nothing", { kind: "User", name: "bob" }), "bob"), 403);
      const all = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
      assert.equal(await make(`${rbac}/clusterroles`, role("mine", all), "bob"), 403);
      const bind = { verbs: ["bind"], apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"] };
      await make(`${rbac}/clusterroles`, role("binder", { ...bind, resourceNames: ["reader"] }));
      await make(
        `${rbac}/clusterrolebindings`,
        binding("bind", "ClusterRole", "binder", { kind: "User", name: "bob" }),
      );
      assert.equal(await make(bindings, toReader, "bob"), 201);
    });

    test("are not multiplied out without end", async () => {
      const many = (prefix: string) => Array.from({ length: 200 }, (_, i) => `${prefix}${i}`);
      const huge = { verbs: many("v"), apiGroups: many("g"), resources: many("r") };
      const { code: answer, body } = await api.ask("POST", `${rbac}/clusterroles`, {
        body: role("huge", huge),
        token: "bob",
      });
      assert.deepEqual([answer, body.reason], [422, "Invalid"]);
    });
  });

  suite("reviews", () => {
    test("say what one may do oneself", async () => {
      const own = (verb: string) => can({ resourceAttributes: { verb, resource: "pods", namespace: "web" } }, "bob");
      assert.deepEqual((await own("create")).allowed, true);
      assert.deepEqual(await own("delete"), { allowed: false });
      const rules = await review("authorization.k8s.io/v1/selfsubjectrulesreviews", { namespace: "web" }, "bob");
      assert.equal(rules.incomplete, false);
      assert.ok(
        rules.resourceRules.some((r: { verbs: string[] }) => r.verbs.includes("create")),
        JSON.stringify(rules),
      );
    });

    test("say who one is", async () => {
      const { userInfo } = await review("authentication.k8s.io/v1/selfsubjectreviews", {}, "bob");
      assert.deepEqual(userInfo, { username: "bob", groups: ["system:authenticated"] });
    });

    test("are for who may ask, and are told when they make no sense", async () => {
      const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
      assert.equal(await make(path, { spec: { user: "x", resourceAttributes: {} } }, "alice"), 403);
      assert.equal(await make(path, { spec: { user: "x" } }), 422);
      assert.equal(await make(path, { spec: { resourceAttributes: {} } }), 422);
      assert.equal((await api.ask("GET", path)).code, 405);
      assert.equal((await api.ask("DELETE", `${path}/x`)).code, 404);
      const local = "/apis/authorization.k8s.io/v1/namespaces/web/localsubjectaccessreviews";
      assert.equal(await make(local, { spec: { user: "x", resourceAttributes: { namespace: "other" } } }), 422);
      assert.equal(await make(local, { spec: { user: "x", resourceAttributes: { namespace: "web" } } }), 201);
    });

    test("are found where clients look for them", async () => {
      const { resources } = (await api.ask("GET", "/apis/authorization.k8s.io/v1")).body;
      const self = resources.find((r: { kind: string }) => r.kind === "SelfSubjectAccessReview");
      assert.deepEqual([self.name, self.namespaced, self.verbs], ["selfsubjectaccessreviews", false, ["create"]]);
      const core = (await api.ask("GET", "/api/v1")).body.resources;
      assert.ok(core.some((r: { name: string }) => r.name === "serviceaccounts/token"));
    });
  });

  suite("client certificates", () => {
    const issue = (name: string, groups: string[], lifetime = 60_000) =>
      issueClientCertificate(authority, { name, groups }, lifetime, systemClock);
    const ask = (certificate: ReturnType<typeof issue>) =>
      api.ask("GET", maps("web"), { anonymous: true, certificate });

    test("name the user and the groups", async () => {
      assert.equal((await ask(issue("admin", ["system:masters"]))).code, 200);
      const refused = await ask(issue("zoë", ["devs", "ops"]));
      assert.equal(refused.code, 403);
      assert.match(refused.body.message, /User "zoë"/);
      await make(
        `${rbac}/namespaces/web/rolebindings`,
        binding("o", "ClusterRole", "reader", { kind: "Group", name: "ops" }),
      );
      assert.equal((await ask(issue("zoë", ["devs", "ops"]))).code, 200);
    });

    test("of workloads are nobody's, and so are those that have ended", async () => {
      const workload = issueWorkloadCertificate(authority, "spiffe://x/ns/a/sa/b", 60_000, systemClock);
      assert.equal((await ask(workload)).code, 401);
      assert.equal((await ask(issue("admin", ["system:masters"], -1000))).code, 401);
    });
  });

  suite("impersonation", () => {
    const as = (headers: { readonly [name: string]: string }, own?: string) =>
      api.ask("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
        body: {},
        headers,
        ...(own && { token: own }),
      });

    test("makes a request as somebody else", async () => {
      const named = await as({ "impersonate-user": "bob", "impersonate-group": "a, b" });
      const { username, groups } = named.body.status.userInfo;
      assert.deepEqual([username, groups], ["bob", ["a", "b", "system:authenticated"]]);
      const { message } = (await as({ "impersonate-user": "system:serviceaccount:web:robot" })).body;
      assert.match(message, /User "system:serviceaccount:web:robot" cannot create/, "with that one's rights only");
    });

    test("takes the right to it", async () => {
      const refused = await as({ "impersonate-user": "alice" }, "bob");
      assert.equal(refused.code, 403);
      assert.match(refused.body.message, /"bob" cannot impersonate resource "users"/);
      assert.equal((await as({ "impersonate-group": "system:masters" }, "bob")).code, 400);
    });
  });

  test("leaves a line for each write, done or refused, and for nothing else", async () => {
    lines.length = 0;
    const created = await api.ask("POST", maps("web"), { body: map("audited"), headers: { "user-agent": "test" } });
    await code("DELETE", `${maps("web")}/audited`, "alice");
    await code("GET", `${maps("web")}/audited`, "alice");
    await code("DELETE", `${maps("web")}/audited`, "no such token");
    await api.ask("DELETE", `${maps("web")}/audited`, { headers: { "impersonate-user": "bob" } });
    while (lines.length < 4) await new Promise((resolve) => setImmediate(resolve));
    const seen = lines.map(({ fields: f }) => [
      f.user,
      f.verb,
      f.resource,
      f.namespace,
      f.name,
      f.code,
      f.impersonatedBy,
    ]);
    assert.deepEqual(seen, [
      ["fairway:admin", "create", "configmaps", "web", "", 201, undefined],
      ["alice", "delete", "configmaps", "web", "audited", 403, undefined],
      ["", "delete", undefined, undefined, undefined, 401, undefined],
      ["bob", "delete", "configmaps", "web", "audited", 403, "fairway:admin"],
    ]);
    assert.deepEqual([lines[0]?.fields.id, lines[0]?.fields.agent], [created.headers["audit-id"], "test"]);
  });
});
