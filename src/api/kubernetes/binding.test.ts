import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { clusterRoleBindingKind } from "./cluster-role-binding.ts";
import { type RoleBinding, roleBindingKind } from "./role-binding.ts";

const apiGroup = "rbac.authorization.k8s.io";
const roleRef = { apiGroup, kind: "ClusterRole", name: "a" };
const subject = (fields: object): object => ({ roleRef, subjects: [fields] });

const rows: readonly Row[] = [
  ["nobody", { roleRef }],
  ["a user", subject({ kind: "User", name: "jane@example.com" })],
  ["an account", subject({ kind: "ServiceAccount", namespace: "a", name: "b" })],
  ["no role", {}, "FW0103 roleRef"],
  ["a role of another group", { roleRef: { ...roleRef, apiGroup: "a.b" } }, "FW0666 roleRef.apiGroup"],
  ["a role without group", { roleRef: { kind: "ClusterRole", name: "a" } }],
  ["a role without name", { roleRef: { ...roleRef, name: "" } }, "FW0103 roleRef.name"],
  ["a role of another kind", { roleRef: { ...roleRef, kind: "Group" } }, "FW0666 roleRef.kind"],
  ["an account without namespace", subject({ kind: "ServiceAccount", name: "b" }), "FW0666 subjects[0].namespace"],
  [
    "an account of a group",
    subject({ kind: "ServiceAccount", apiGroup, namespace: "a", name: "b" }),
    "FW0666 subjects[0].apiGroup",
  ],
  ["a user of another group", subject({ kind: "User", apiGroup: "a.b", name: "b" }), "FW0666 subjects[0].apiGroup"],
  ["a subject of another kind", subject({ kind: "Pod", name: "b" }), "FW0666 subjects[0].kind"],
];

for (const kind of [roleBindingKind, clusterRoleBindingKind]) {
  describe(kind.kind, () => {
    for (const [name, fields, ...problems] of rows) {
      test(name, () => assert.deepEqual(judge(kind, fields), problems));
    }

    test("keeps its role", () => {
      const problems = judgeUpdate(kind, { roleRef }, { roleRef: { ...roleRef, name: "b" } });
      assert.deepEqual(problems, ["FW0116 roleRef"]);
    });
  });
}

test("only a RoleBinding can name a Role", () => {
  const fields = { roleRef: { ...roleRef, kind: "Role" } };
  assert.deepEqual(judge(roleBindingKind, fields), []);
  assert.deepEqual(judge(clusterRoleBindingKind, fields), ["FW0666 roleRef.kind"]);
});

test("a binding fills in the groups of its subjects", () => {
  const subjects = [
    { kind: "User", name: "u" },
    { kind: "ServiceAccount", namespace: "a", name: "b" },
  ];
  const binding = admitted<RoleBinding>(roleBindingKind, { roleRef, subjects });
  assert.deepEqual(
    binding.subjects?.map((s) => s.apiGroup),
    [apiGroup, undefined],
  );
  assert.deepEqual(cells(roleBindingKind, binding), {
    Role: "ClusterRole/a",
    Users: "u",
    Groups: "",
    ServiceAccounts: "a/b",
  });
});
