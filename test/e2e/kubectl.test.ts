import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, suite, test } from "node:test";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { kubectlPath, kubectlRunner } from "../tools/kubectl.ts";

const mesh = (port: number) => `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default, labels: {app: web}}
spec:
  selector: {app: web}
  ports: [{name: http, port: ${port}}, {name: grpc, port: 9000}]
---
apiVersion: networking.istio.io/v1beta1
kind: VirtualService
metadata: {name: web, namespace: default}
spec: {hosts: [web], http: [{route: [{destination: {host: web}}]}]}
`;

suite("kubectl", () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  let kubectl: ReturnType<typeof kubectlRunner>;
  before(async () => {
    server = await startFairway(dir);
    kubectl = kubectlRunner(join(dir, "kubeconfig"));
  });
  after(async () => {
    await server.stop();
    remove();
  });
  const apply = (text: string, ...flags: string[]) => kubectl(["apply", "-f", "-", ...flags], text);

  test("finds the kubeconfig, for its owner's eyes only", () => {
    assert.equal(statSync(join(dir, "kubeconfig")).mode & 0o777, 0o600);
    assert.match(kubectl(["version"]), /Server Version: v1\.36/);
  });

  test("lists kinds with their short names", () => {
    const kinds = kubectl(["api-resources", "--no-headers"]);
    assert.match(kinds, /^virtualservices +vs +networking\.istio\.io\/v1 +true +VirtualService$/m);
    assert.match(kinds, /^servicegrids +sg +superedge\.io\/v1 +true +ServiceGrid$/m);
  });

  test("applies, sees no change, and applies changes", () => {
    assert.match(apply(mesh(80)), /service\/web created\nvirtualservice\.networking\.istio\.io\/web created/);
    assert.match(apply(mesh(80)), /service\/web unchanged\nvirtualservice\.networking\.istio\.io\/web unchanged/);
    assert.match(apply(mesh(81)), /service\/web configured\nvirtualservice\.networking\.istio\.io\/web unchanged/);
    assert.equal(kubectl(["get", "service", "web", "-o", "jsonpath={.spec.ports[*].port}"]), "81 9000");
  });

  test("explains fields, in both forms of OpenAPI", () => {
    const said = kubectl(["explain", "virtualservice.spec.http.route.destination"]);
    assert.match(said, /^GROUP: +networking\.istio\.io\nKIND: +VirtualService\nVERSION: +v1\n/);
    assert.match(said, /host\t<string> -required-/);
    assert.match(kubectl(["explain", "service.spec.ports"]), /targetPort/);
    const older = kubectl(["explain", "deployment.spec.template.spec.containers", "--output", "plaintext-openapiv2"]);
    assert.match(older, /image\t<string>/);
  });

  test("prints tables, and any served version", () => {
    assert.match(
      kubectl(["get", "svc"]),
      /^NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\(S\) +AGE\nweb +ClusterIP .*81\/TCP,9000\/TCP +\d+s\n$/,
    );
    assert.match(
      kubectl(["get", "virtualservices.v1alpha3.networking.istio.io", "web", "-o", "yaml"]),
      /^apiVersion: networking\.istio\.io\/v1alpha3$/m,
    );
    assert.match(kubectl(["get", "vs", "-A", "-l", "app=none"]), /^$/);
  });

  test("is told what is wrong, and nothing is stored", () => {
    const bad = mesh(80).replace("hosts: [web]", "hosts: [web, web]").replaceAll("name: web, ", "name: bad, ");
    assert.throws(() => apply(bad), /VirtualService.*"bad" is invalid.*spec\.hosts/);
    assert.throws(() => kubectl(["get", "vs", "bad"]), /not found/);
  });

  test("watches changes as they come", async () => {
    const args = ["--kubeconfig", join(dir, "kubeconfig"), "get", "configmap", "--watch-only", "-o", "name"];
    const watching = spawn(kubectlPath(), args);
    const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
    // The watch is up once the server has opened it; kubectl says nothing then, so changes are made until one is seen.
    const seen = lines.next();
    let count = 0;
    const poke = setInterval(() => kubectl(["create", "configmap", `c${count++}`]), 300);
    try {
      assert.match((await seen).value ?? "", /^configmap\/c\d+$/);
    } finally {
      clearInterval(poke);
      watching.kill();
    }
    await once(watching, "exit");
  });

  test("defines kinds of its own by CustomResourceDefinition", async () => {
    apply(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Boat, plural: boats, singular: boat, shortNames: [bo]}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns: [{name: Sails, type: integer, jsonPath: .spec.sails}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [sails]
            properties: {sails: {type: integer, minimum: 1}, name: {type: string, default: Anna}}
            x-kubernetes-validations: [{rule: "self.sails < 10", message: "too many sails"}]
`);
    kubectl(["wait", "--for=condition=Established", "crd/boats.example.com", "--timeout=20s"]);
    const boat = (sails: number) =>
      `{apiVersion: example.com/v1, kind: Boat, metadata: {name: b, namespace: default}, spec: {sails: ${sails}, extra: 1}}`;
    assert.throws(() => apply(boat(0)), /spec\.sails/);
    assert.throws(() => apply(boat(12)), /too many sails/);
    assert.throws(() => apply(boat(3)), /unknown field "spec\.extra"/);
    apply(boat(3), "--validate=warn");
    assert.match(kubectl(["explain", "boat.spec.sails"]), /FIELD: sails <integer>/);
    assert.match(kubectl(["get", "bo"]), /^NAME +SAILS\nb +3\n/);
    assert.equal(kubectl(["get", "boat", "b", "-o", "jsonpath={.spec}"]), '{"name":"Anna","sails":3}');
    kubectl(["delete", "crd", "boats.example.com"]);
    assert.throws(
      () => kubectl(["get", "boats"]),
      /the server doesn't have a resource type|could not find the requested resource/,
    );
  });

  test("deletes", () => {
    assert.match(kubectl(["delete", "service", "web"]), /service "web" deleted/);
    assert.throws(() => kubectl(["get", "service", "web"]), /services "web" not found/);
  });

  test("finds everything again after a restart", async () => {
    assert.equal(await server.stop(), 0);
    server = await startFairway(dir);
    assert.match(kubectl(["get", "vs", "web", "-o", "name"]), /virtualservice\.networking\.istio\.io\/web/);
  });

  test("is refused without the token", () => {
    const config = join(dir, "nobody");
    writeFileSync(config, "apiVersion: v1\nkind: Config\n");
    const server0 = server.addresses.get("api") ?? "";
    const nobody = kubectlRunner(config);
    assert.throws(
      () => nobody(["--server", server0, "--insecure-skip-tls-verify", "--token", "wrong", "get", "svc"]),
      /Unauthorized|provide credentials|logged in/,
    );
    assert.ok(existsSync(config));
  });
});
