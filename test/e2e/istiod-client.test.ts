import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { startEtcd } from "../peers/etcd.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { startIstiod } from "../peers/istiod.ts";
import { startKubeApiserver } from "../peers/kube-apiserver.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch, startFairway } from "../tools/fairway.ts";

interface Shown {
  readonly kind: string;
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly spec: object;
}

const networking = (kind: string, spec: object) => ({
  apiVersion: "networking.istio.io/v1",
  kind,
  metadata: { namespace: "app", name: "ext" },
  spec,
});

const entry = networking("ServiceEntry", {
  hosts: ["ext.example.com"],
  ports: [{ number: 80, name: "http", protocol: "HTTP" }],
  resolution: "STATIC",
  endpoints: [{ address: "10.1.2.3" }],
});
const route = networking("VirtualService", {
  hosts: ["ext.example.com"],
  http: [{ timeout: "7s", route: [{ destination: { host: "ext.example.com" } }] }],
});

test("a real istiod takes its configuration from Fairway, and what changes of it", {
  skip: goSkipReason,
  timeout: 120_000,
}, async () => {
  const { dir, remove } = scratch();
  const stops: (() => unknown)[] = [remove];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const config = join(dir, "config");
  mkdirSync(config);
  writeFileSync(join(config, "entry.json"), JSON.stringify(entry));
  const server = await startFairway(join(dir, "data"), ["--config-dir", config]);
  stops.push(() => server.stop());
  const etcd = await startEtcd(dir);
  stops.push(() => etcd.stop());
  const { client, kubeconfig, stop } = await startKubeApiserver(dir, etcd.url);
  stops.push(stop);
  await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "istio-system" } });
  const mesh = `configSources: [{address: "xds://${server.addresses.get("xds")}"}]`;
  const istiod = await startIstiod({ dir, kubeconfig, mesh });
  stops.push(() => istiod.stop());
  const shown = async () => {
    const objects = (await (await fetch(`${istiod.http}/debug/configz`)).json()) as readonly Shown[];
    return objects.map(({ kind, metadata, spec }) => ({ kind, place: `${metadata.namespace}/${metadata.name}`, spec }));
  };
  const expected = [entry, route].map(({ kind, spec }) => ({ kind, place: "app/ext", spec }));
  assert.deepEqual(await shown(), expected.slice(0, 1));
  writeFileSync(join(config, "route.json"), JSON.stringify(route));
  await eventually(async () => (await shown()).length > 1);
  assert.deepEqual(await shown(), expected);
});
