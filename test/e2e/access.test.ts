import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { kubectlRunner } from "../tools/kubectl.ts";

suite("access with kubectl", () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  let kubectl: ReturnType<typeof kubectlRunner>;
  before(async () => {
    writeFileSync(join(dir, "tokens.csv"), 'alice-token,alice,,"devs"\n');
    server = await startFairway(dir, ["--token-auth-file", join(dir, "tokens.csv")]);
    kubectl = kubectlRunner(join(dir, "kubeconfig"));
  });
  after(async () => {
    await server.stop();
    remove();
  });
  /** kubectl with a token and nothing else. */
  const as = (token: string, args: readonly string[]) => {
    const config = join(dir, "nobody");
    writeFileSync(config, "apiVersion: v1\nkind: Config\n");
    const api = server.addresses.get("api") ?? "";
    return kubectlRunner(config)(["--server", api, "--insecure-skip-tls-verify", "--token", token, ...args]);
  };

  test("whoami and can-i tell who one is and what one may do", () => {
    assert.match(kubectl(["auth", "whoami"]), /fairway:admin[\s\S]*system:masters/);
    assert.equal(kubectl(["auth", "can-i", "delete", "nodes"]), "yes\n");
    assert.match(as("alice-token", ["auth", "whoami"]), /alice[\s\S]*devs/);
    assert.throws(() => as("alice-token", ["auth", "can-i", "list", "services"]), { stdout: "no\n" });
    assert.match(as("alice-token", ["auth", "can-i", "--list"]), /selfsubjectaccessreviews/);
    assert.throws(() => kubectl(["auth", "can-i", "list", "services", "--as", "somebody"]), { stdout: "no\n" });
  });

  test("roles that kubectl makes hold at once", () => {
    assert.throws(() => as("alice-token", ["get", "services"]), /User "alice" cannot list resource "services"/);
    kubectl(["create", "rolebinding", "devs", "--clusterrole=view", "--group=devs"]);
    assert.equal(as("alice-token", ["get", "services"]).trim(), "");
    assert.throws(() => as("alice-token", ["create", "configmap", "x"]), /cannot create resource "configmaps"/);
    assert.throws(() => as("alice-token", ["get", "services", "-n", "kube-system"]), /Forbidden/);
  });

  test("tokens of accounts are made and let in", async () => {
    kubectl(["create", "serviceaccount", "robot"]);
    const token = kubectl(["create", "token", "robot", "--duration", "20m"]).trim();
    assert.match(as(token, ["auth", "whoami"]), /system:serviceaccount:default:robot/);
    kubectl(["create", "role", "maps", "--verb=create,get", "--resource=configmaps"]);
    kubectl(["create", "rolebinding", "maps", "--role=maps", "--serviceaccount=default:robot"]);
    as(token, ["create", "configmap", "mine"]);
    const line = /"scope":"audit".*"user":"system:serviceaccount:default:robot".*"resource":"configmaps"/;
    await eventually(async () => assert.match(server.errors(), line));
    kubectl(["delete", "serviceaccount", "robot"]);
    assert.throws(() => as(token, ["get", "configmap", "mine"]), /Unauthorized|provide credentials|logged in/);
  });
});
