import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { helmRunner, kubectlRunner } from "../tools/kubectl.ts";

const files: { readonly [path: string]: string } = {
  "Chart.yaml": "apiVersion: v2\nname: fleet\nversion: 0.1.0\n",
  "values.yaml": "sails: 3\n",
  "crds/boats.yaml": `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Boat, plural: boats, singular: boat}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {sails: {type: integer}}}}}}
`,
  "templates/fleet.yaml": `
apiVersion: v1
kind: ServiceAccount
metadata: {name: {{ .Release.Name }}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: {{ .Release.Name }}}
rules: [{apiGroups: [example.com], resources: [boats], verbs: [get, list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: {{ .Release.Name }}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ .Release.Name }}}
subjects: [{kind: ServiceAccount, name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }}}]
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {selector: {app: fleet}, ports: [{port: 80}]}
---
apiVersion: example.com/v1
kind: Boat
metadata: {name: {{ .Release.Name }}}
spec: {sails: {{ .Values.sails }}}
`,
};

suite("helm", () => {
  const { dir, remove } = scratch();
  const data = join(dir, "data");
  const chart = join(dir, "chart");
  let server: RunningFairway;
  let helm: ReturnType<typeof helmRunner>;
  let kubectl: ReturnType<typeof kubectlRunner>;
  before(async () => {
    for (const folder of [data, join(chart, "crds"), join(chart, "templates")]) mkdirSync(folder, { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(chart, path), text);
    server = await startFairway(data);
    helm = helmRunner(join(data, "kubeconfig"));
    kubectl = kubectlRunner(join(data, "kubeconfig"));
  });
  after(async () => {
    await server.stop();
    remove();
  });
  const sails = () => kubectl(["get", "boat", "fleet", "-o", "jsonpath={.spec.sails}"]);

  test("installs a chart with its own kind, accounts and roles", () => {
    assert.match(helm(["install", "fleet", chart]), /STATUS: deployed/);
    assert.equal(sails(), "3");
    const made = kubectl(["get", "sa,role,rolebinding,svc", "fleet", "-o", "name"]);
    assert.equal(made.trim().split("\n").length, 4);
  });

  test("upgrades it, and rolls back", () => {
    assert.match(helm(["upgrade", "fleet", chart, "--set", "sails=5"]), /REVISION: 2/);
    assert.equal(sails(), "5");
    assert.match(helm(["rollback", "fleet", "1"]), /Rollback was a success/);
    assert.equal(sails(), "3");
    assert.match(helm(["history", "fleet"]), /superseded.*\n.*superseded.*\n.*deployed/);
  });

  test("uninstalls it, and leaves only the definition", () => {
    assert.match(helm(["uninstall", "fleet"]), /release "fleet" uninstalled/);
    assert.equal(kubectl(["get", "sa,role,rolebinding,svc,boat", "fleet", "--ignore-not-found", "-o", "name"]), "");
    assert.equal(kubectl(["get", "secret", "-l", "owner=helm", "-o", "name"]), "");
    assert.match(kubectl(["get", "crd", "boats.example.com", "-o", "name"]), /boats\.example\.com/);
  });
});
