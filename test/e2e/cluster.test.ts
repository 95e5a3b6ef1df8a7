import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { kubectlRunner } from "../tools/kubectl.ts";

suite("a cluster without a controller-manager", () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  let kubectl: ReturnType<typeof kubectlRunner>;
  before(async () => {
    server = await startFairway(dir, ["--service-cluster-ip-range", "10.7.0.0/24"]);
    kubectl = kubectlRunner(join(dir, "kubeconfig"));
  });
  after(async () => {
    await server.stop();
    remove();
  });
  const read = (what: readonly string[], path: string) => kubectl(["get", ...what, "-o", `jsonpath={${path}}`]);

  test("has the namespaces, accounts and authority that clients expect", () => {
    assert.equal(read(["ns"], ".items[*].metadata.name"), "default kube-node-lease kube-public kube-system");
    assert.match(kubectl(["get", "ns", "default"]), /default +Active/);
    assert.equal(read(["sa", "-A"], ".items[*].metadata.name"), "default default default default");
    const authority = read(["cm", "kube-root-ca.crt", "-n", "kube-public"], ".data.ca\\.crt");
    assert.match(authority, /^-----BEGIN CERTIFICATE-----/);
  });

  test("gives Services addresses and ports, also after a restart no two the same", async () => {
    for (const name of ["a", "b"]) kubectl(["create", "service", "nodeport", name, "--tcp=80"]);
    await server.stop();
    server = await startFairway(dir, ["--service-cluster-ip-range", "10.7.0.0/24"]);
    kubectl(["create", "service", "nodeport", "c", "--tcp=80"]);
    const addresses = read(["svc"], ".items[*].spec.clusterIP").split(" ");
    const ports = read(["svc"], ".items[*].spec.ports[0].nodePort").split(" ");
    assert.deepEqual([new Set(addresses).size, new Set(ports).size], [3, 3]);
    assert.ok(
      addresses.every((address) => address.startsWith("10.7.0.")),
      String(addresses),
    );
    const [first = ""] = addresses;
    const again = ["create", "service", "clusterip", "d", "--tcp=80", `--clusterip=${first}`];
    assert.throws(() => kubectl(again), new RegExp(`address ${first} is already allocated`));
  });

  test("keeps the endpoints of Services as their pods are", () => {
    const pod = `{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {app: a}},
      spec: {containers: [{name: c, image: i, ports: [{containerPort: 80}]}]}}`;
    kubectl(["apply", "--validate=false", "-f", "-"], pod);
    const status = { status: { phase: "Running", podIP: "10.1.0.1", conditions: [{ type: "Ready", status: "True" }] } };
    kubectl(["patch", "pod", "p", "--subresource=status", "--type=merge", "-p", JSON.stringify(status)]);
    kubectl(["wait", "--for=jsonpath={.subsets[0].addresses[0].ip}=10.1.0.1", "endpoints/a", "--timeout=20s"]);
    const slices = ["endpointslices", "-l", "kubernetes.io/service-name=a"];
    assert.equal(read(slices, ".items[*].endpoints[*].addresses[0]"), "10.1.0.1");
    assert.equal(read(slices, ".items[0].metadata.ownerReferences[0].name"), "a");
  });

  test("empties namespaces that are deleted, and takes nothing into those that are not there", () => {
    assert.throws(() => kubectl(["create", "configmap", "x", "-n", "team"]), /namespaces "team" not found/);
    kubectl(["create", "namespace", "team"]);
    kubectl(["create", "configmap", "x", "-n", "team"]);
    kubectl(["create", "service", "clusterip", "s", "--tcp=80", "-n", "team"]);
    assert.match(kubectl(["delete", "namespace", "team"]), /namespace "team" deleted/);
    assert.throws(() => kubectl(["get", "namespace", "team"]), /not found/);
    assert.equal(read(["cm,svc,sa,endpoints,endpointslices", "-n", "team"], ".items[*].metadata.name"), "");
    assert.throws(() => kubectl(["delete", "namespace", "default"]), /Forbidden|forbidden/);
  });
});
