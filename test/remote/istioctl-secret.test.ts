import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { goSkipReason } from "../peers/go-program.ts";
import { istioctlPath } from "../peers/istioctl.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { clusterOf, createPods, readerRole } from "./cluster-objects.ts";
import { HeldEndpoints } from "./held-endpoints.ts";
import { type FairwayCluster, startCluster } from "./two-clusters.ts";

const run = promisify(execFile);
const account = { name: "istio-reader-service-account", namespace: "istio-system" };

// Its first build takes minutes, of which no test's time is to be taken.
if (goSkipReason === false) istioctlPath();

suite("a remote cluster by istioctl's Secret", { skip: goSkipReason, timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  let east: FairwayCluster;
  let west: FairwayCluster;
  let client: HeldEndpoints;

  before(async () => {
    [east, west] = await Promise.all([startCluster(dir, "east"), startCluster(dir, "west")]);
    await createPods(west.client, "web", ["10.1.0.1"]);
    await west.client.create({ apiVersion: "v1", kind: "ServiceAccount", metadata: account });
    for (const object of readerRole({ kind: "ServiceAccount", ...account })) await west.client.create(object);
    client = new HeldEndpoints(east.running().addresses.get("xds") ?? "", { CLUSTER_ID: "east" }, [clusterOf("web")]);
  });
  after(async () => {
    await client?.close();
    await Promise.all([east?.close(), west?.close()]);
    remove();
  });

  test("joins, and is read with no more rights than its account has", async () => {
    const kubeconfig = join(dir, "west", "kubeconfig");
    const args = ["create-remote-secret", "--name", "west", "--kubeconfig", kubeconfig];
    const { stdout } = await run(istioctlPath(), args, { timeout: 60_000 });
    const [secret] = parseAllDocuments(stdout).map((document) => document.toJS() as KubeObject);
    assert.ok(secret);
    await east.client.create(secret);
    await eventually(async () => {
      assert.deepEqual(client.of(clusterOf("web")), ["10.1.0.1:8080"]);
    });
    assert.doesNotMatch(east.running().errors(), /[Ff]orbidden/);
  });
});
