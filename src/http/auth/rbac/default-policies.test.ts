import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { admit, builtInCatalog } from "../../../api/index.ts";
import { createMemoryStore } from "../../../store/index.ts";
import { anonymous, type User } from "../../access.ts";
import { defaultPolicies } from "./default-policies.ts";
import { Rbac } from "./rbac.ts";

const kinds = builtInCatalog();

suite("the roles that every store has", () => {
  test("are sound", () => {
    for (const policy of defaultPolicies()) {
      const found = kinds.findFor(policy);
      assert.ok(found);
      assert.deepEqual(admit(found.kind, policy).problems, [], policy.metadata.name);
    }
  });

  test("let everybody see health, users find their way, and only administrators do everything", async () => {
    const store = createMemoryStore({ kinds: () => kinds });
    for (const policy of defaultPolicies()) await store.create(policy);
    const rbac = new Rbac(store);
    const user: User = { name: "u", groups: ["system:authenticated"] };
    const path = async (who: User, at: string) => (await rbac.authorize(who, { verb: "get", path: at })).allowed;
    assert.deepEqual([await path(anonymous, "/livez"), await path(anonymous, "/api")], [true, false]);
    assert.deepEqual([await path(user, "/apis/x/v1"), await path(user, "/metrics")], [true, false]);
    const pods = { verb: "list", group: "", resource: "pods", subresource: "", namespace: "", name: "" };
    assert.equal((await rbac.authorize(user, pods)).allowed, false);
    const master = { name: "m", groups: ["system:masters"] };
    assert.equal((await rbac.authorize(master, pods)).allowed, true);
    await store.close();
  });

  test("grow from viewing over editing to administering", async () => {
    const store = createMemoryStore({ kinds: () => kinds });
    for (const policy of defaultPolicies()) await store.create(policy);
    const rbac = new Rbac(store);
    const may = async (role: string, verb: string, group: string, resource: string) => {
      const metadata = { name: role, namespace: "web" };
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role };
      const subjects = [{ kind: "User", name: role, apiGroup: "rbac.authorization.k8s.io" }];
      const binding = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "RoleBinding", metadata, roleRef, subjects };
      await store.create(binding).catch(() => undefined);
      const attempt = { verb, group, resource, subresource: "", namespace: "web", name: "x" };
      return (await rbac.authorize({ name: role, groups: [] }, attempt)).allowed;
    };
    const istio = "networking.istio.io";
    assert.deepEqual(
      [await may("view", "get", istio, "gateways"), await may("view", "get", "", "secrets")],
      [true, false],
    );
    assert.deepEqual(
      [await may("edit", "get", istio, "gateways"), await may("edit", "update", "", "secrets")],
      [true, true],
    );
    const rbacGroup = "rbac.authorization.k8s.io";
    assert.deepEqual(
      [await may("edit", "get", rbacGroup, "roles"), await may("admin", "create", rbacGroup, "roles")],
      [false, true],
    );
    assert.equal(await may("admin", "delete", istio, "virtualservices"), true);
    await store.close();
  });
});
