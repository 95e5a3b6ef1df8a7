import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fixtures, needsFixtures } from "../../src/api/testing/fixtures.ts";
import { askOverAds } from "../compare/ads-client.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { startIstiod } from "../peers/istiod.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch, startFairway } from "../tools/fairway.ts";
import { kubectlRunner } from "../tools/kubectl.ts";

const objects = `
{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, ports: [{name: http, port: 80, targetPort: 8080}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web-1, labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}
---
{apiVersion: networking.istio.io/v1, kind: DestinationRule, metadata: {name: web}, spec: {host: web, subsets: [{name: v1, labels: {v: "1"}}]}}
`;
const status = { phase: "Running", podIP: "10.1.0.7", conditions: [{ type: "Ready", status: "True" }] };

test("a real istiod runs on Fairway's API, and serves what kubectl puts in", {
  skip: goSkipReason || needsFixtures,
  timeout: 180_000,
}, async () => {
  const { dir, remove } = scratch();
  const stops: (() => unknown)[] = [remove];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const server = await startFairway(join(dir, "data"));
  stops.push(() => server.stop());
  const kubeconfig = server.addresses.get("kubeconfig") ?? "";
  const kubectl = kubectlRunner(kubeconfig);
  kubectl(["create", "namespace", "istio-system"]);
  kubectl(["apply", "--server-side", "-f", fixtures("istio-crds/crd-all.gen.yaml") ?? ""]);
  const istiod = await startIstiod({ dir, kubeconfig, mesh: "{}" });
  stops.push(() => istiod.stop());
  kubectl(["apply", "-f", "-"], objects);
  kubectl(["patch", "pod", "web-1", "--subresource=status", "--type=merge", "-p", JSON.stringify({ status })]);
  const node = { id: "sidecar~10.1.0.9~client.default~default.svc.cluster.local", metadata: { NAMESPACE: "default" } };
  const web = "outbound|80||web.default.svc.cluster.local";
  await eventually(async () => {
    const { clusters, endpoints } = await askOverAds(istiod.xds, node);
    const names = clusters.map(({ name }) => name);
    assert.ok(names.includes(web) && names.includes(web.replace("||", "|v1|")), String(names));
    assert.match(JSON.stringify(endpoints.find(({ clusterName }) => clusterName === web)), /"10\.1\.0\.7".*8080/);
  });
  const log = readFileSync(join(dir, "istiod.log"), "utf8");
  assert.doesNotMatch(log, /\terror\t|Failed to watch|forbidden/);
  assert.doesNotMatch(server.errors(), /"level":"error"/);
});
