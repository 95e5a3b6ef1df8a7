import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { kubectlRunner } from "../tools/kubectl.ts";

const map = (value: string) =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: cm, namespace: default}, data: {a: "${value}"}}`;

suite("kubectl's commands", () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  let kubectl: ReturnType<typeof kubectlRunner>;
  before(async () => {
    const data = join(dir, "data");
    mkdirSync(data);
    server = await startFairway(data);
    kubectl = kubectlRunner(join(data, "kubeconfig"));
  });
  after(async () => {
    await server.stop();
    remove();
  });

  test("apply on the server, see conflicts, and take over by force", () => {
    const apply = (value: string, ...flags: string[]) =>
      kubectl(["apply", "--server-side", "-f", "-", ...flags], map(value));
    assert.equal(apply("1"), "configmap/cm serverside-applied\n");
    assert.equal(apply("1", "--field-manager", "other"), "configmap/cm serverside-applied\n");
    assert.throws(() => apply("2", "--field-manager", "third"), /Apply failed with 2 conflicts: \.data\.a/);
    assert.equal(apply("2", "--field-manager", "third", "--force-conflicts"), "configmap/cm serverside-applied\n");
    const managers = "jsonpath={.metadata.managedFields[*].manager}";
    assert.equal(kubectl(["get", "cm", "cm", "--show-managed-fields", "-o", managers]), "third");
  });

  test("patch in all three ways", () => {
    const patch = (type: string, body: string) => kubectl(["patch", "cm", "cm", "--type", type, "-p", body]);
    assert.equal(patch("json", '[{"op":"add","path":"/data/b","value":"1"}]'), "configmap/cm patched\n");
    assert.equal(patch("merge", '{"data":{"b":null,"c":"1"}}'), "configmap/cm patched\n");
    assert.equal(patch("strategic", '{"data":{"d":"1"}}'), "configmap/cm patched\n");
    assert.equal(patch("merge", '{"data":{"c":"1"}}'), "configmap/cm patched (no change)\n");
    assert.equal(kubectl(["get", "cm", "cm", "-o", "jsonpath={.data}"]), '{"a":"2","c":"1","d":"1"}');
  });

  test("show objects in every form", () => {
    assert.match(kubectl(["get", "cm", "cm", "-o", "yaml"]), /^apiVersion: v1\ndata:\n {2}a: "2"\n/);
    assert.equal(JSON.parse(kubectl(["get", "cm", "-o", "json"])).kind, "List");
    assert.match(kubectl(["get", "cm", "-A", "-o", "wide"]), /^NAMESPACE +NAME +DATA +AGE\ndefault +cm +3 /);
    assert.equal(
      kubectl(["get", "cm", "-o", "custom-columns=N:.metadata.name", "--no-headers"]),
      "cm\nkube-root-ca.crt\n",
    );
    assert.equal(kubectl(["get", "cm", "cm", "-o", "go-template={{.data.a}}"]), "2");
    assert.match(kubectl(["describe", "cm", "cm"]), /^Name: +cm\nNamespace: +default\n/);
    assert.match(kubectl(["get", "cm", "--field-selector", "metadata.name=cm", "-o", "name"]), /^configmap\/cm\n$/);
    assert.equal(kubectl(["get", "--raw", "/readyz"]), "ok");
  });

  test("compare before they apply, and try on the server", () => {
    assert.throws(
      () => kubectl(["diff", "-f", "-"], map("3")),
      (error: { stdout: string }) =>
        /^- {2}a: "2"\n\+ {2}a: "3"$/m.test(error.stdout) &&
        !/resourceVersion/.test(error.stdout.replace(/^ .*$/gm, "")),
    );
    const tried = kubectl(["create", "deployment", "d", "--image", "i", "--dry-run=server", "-o", "name"]);
    assert.equal(tried, "deployment.apps/d\n");
    assert.throws(() => kubectl(["get", "deployment", "d"]), /not found/);
  });

  test("create, replace, label, annotate, wait and delete", () => {
    assert.match(kubectl(["create", "deployment", "d", "--image", "i"]), /created/);
    assert.match(kubectl(["label", "deployment", "d", "tier=front"]), /labeled/);
    assert.match(kubectl(["annotate", "deployment", "d", "note=1"]), /annotated/);
    assert.match(kubectl(["replace", "-f", "-"], map("4")), /configmap\/cm replaced/);
    assert.match(kubectl(["wait", "--for=jsonpath={.data.a}=4", "cm/cm", "--timeout=10s"]), /condition met/);
    assert.match(kubectl(["delete", "deployment", "-l", "tier=front"]), /deployment\.apps "d" deleted/);
    assert.match(kubectl(["delete", "cm", "cm", "--cascade=foreground"]), /configmap "cm" deleted/);
    assert.match(kubectl(["wait", "--for=delete", "cm/cm", "--timeout=10s"]), /^$/);
    assert.throws(() => kubectl(["apply", "-f", "-"], "{apiVersion: x.example.com/v1, kind: X, metadata: {name: x}}"), {
      message: /no matches for kind "X" in version "x\.example\.com\/v1"/,
    });
  });

  test("send changed lists back as they were meant", () => {
    const service = (ports: string) =>
      `{apiVersion: v1, kind: Service, metadata: {name: s, namespace: default}, spec: {selector: {a: b}, ports: ${ports}}}`;
    const ports = () => kubectl(["get", "svc", "s", "-o", "jsonpath={.spec.ports[*].name}"]);
    const apply = (list: string) => kubectl(["apply", "-f", "-"], service(list));
    apply("[{name: a, port: 1}, {name: b, port: 2}, {name: c, port: 3}]");
    apply("[{name: c, port: 3}, {name: d, port: 4}, {name: a, port: 1}]");
    assert.equal(ports(), "c d a");
    assert.match(apply("[{name: c, port: 3}, {name: d, port: 4}, {name: a, port: 1}]"), /unchanged/);
    const file = join(dir, "s.yaml");
    writeFileSync(file, service("[{name: z, port: 9}]"));
    assert.match(kubectl(["delete", "-f", file]), /service "s" deleted/);
  });

  test("ask what one may do", () => {
    const robot = ["--as", "system:serviceaccount:default:default"];
    assert.equal(kubectl(["auth", "can-i", "delete", "services"]), "yes\n");
    const canI = (...args: string[]) => {
      try {
        return kubectl(["auth", "can-i", ...args, ...robot]);
      } catch (error) {
        // No is a failure.
        return (error as { stdout: string }).stdout;
      }
    };
    assert.equal(canI("get", "services"), "no\n");
    kubectl(["create", "role", "reader", "--verb=get,list", "--resource=services,virtualservices.networking.istio.io"]);
    kubectl(["create", "rolebinding", "reader", "--role=reader", "--serviceaccount=default:default"]);
    assert.equal(canI("get", "services"), "yes\n");
    assert.equal(canI("get", "services", "-n", "kube-system"), "no\n");
    assert.equal(canI("delete", "virtualservices.networking.istio.io"), "no\n");
    const listed = canI("--list");
    assert.match(listed, /^Resources +Non-Resource URLs +Resource Names +Verbs\n/);
    assert.match(listed, /^services +\[\] +\[\] +\[get list\]$/m);
    assert.match(listed, /^virtualservices\.networking\.istio\.io +\[\] +\[\] +\[get list\]$/m);
    assert.match(listed, /\[\/version\/?\] +\[\] +\[get\]$/m);
    assert.match(kubectl(["auth", "whoami", ...robot]), /Username +system:serviceaccount:default:default/);
  });

  test("get a lasting token of an account from a Secret", () => {
    const secret = (name: string, account: string) =>
      `{apiVersion: v1, kind: Secret, type: kubernetes.io/service-account-token, metadata: {name: ${name}, annotations: {kubernetes.io/service-account.name: ${account}}}}`;
    assert.throws(() => kubectl(["apply", "-f", "-"], secret("s", "nobody")), /must name a ServiceAccount/);
    kubectl(["create", "serviceaccount", "robot"]);
    kubectl(["apply", "-f", "-"], secret("s", "robot"));
    kubectl(["wait", "--for=jsonpath={.data.token}", "secret/s", "--timeout=10s"]);
    const token = Buffer.from(kubectl(["get", "secret", "s", "-o", "jsonpath={.data.token}"]), "base64").toString();
    const as = (...args: string[]) => kubectl(["--token", token, ...args]);
    assert.match(as("auth", "whoami"), /Username +system:serviceaccount:default:robot/);
    assert.match(kubectl(["apply", "-f", "-"], secret("s", "robot")), /unchanged/);
    kubectl(["delete", "serviceaccount", "robot"]);
    kubectl(["wait", "--for=delete", "secret/s", "--timeout=10s"]);
    assert.throws(() => as("auth", "whoami"), /Unauthorized|logged in/);
  });
});
