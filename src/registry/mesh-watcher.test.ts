import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { builtInCatalog, keyOf } from "../api/index.ts";
import { createMemoryStore } from "../store/index.ts";
import { watchMeshConfigMap, watchMeshFile } from "./mesh-sources.ts";
import { type MeshProblem, MeshWatcher } from "./mesh-watcher.ts";
import { object } from "./testing/objects.ts";

/** Resolves with what the next change of the mesh configuration brings. */
const nextTrustDomain = (watcher: MeshWatcher) =>
  new Promise<string | undefined>((resolve) => {
    const stop = watcher.onMesh(({ trustDomain }) => {
      stop();
      resolve(trustDomain);
    });
  });

describe("the mesh's configuration", { timeout: 10_000 }, () => {
  test("runs handlers on change only, and keeps the last good one", () => {
    const problems: MeshProblem[] = [];
    const watcher = new MeshWatcher((problem) => problems.push(problem));
    const seen: (string | undefined)[] = [];
    const networks: string[][] = [];
    watcher.onMesh(({ trustDomain }) => seen.push(trustDomain));
    const stop = watcher.onNetworks((all) => networks.push(Object.keys(all.networks ?? {})));
    watcher.take("mesh", "trustDomain: one");
    watcher.take("mesh", "{trustDomain: one}");
    watcher.take("mesh", "trustDomain: [");
    watcher.take("mesh", "proxyListenPort: many");
    assert.equal(watcher.mesh.trustDomain, "one");
    watcher.take("mesh", undefined);
    assert.deepEqual(seen, ["one", "cluster.local"]);
    assert.deepEqual(
      problems.map(({ document }) => document),
      ["mesh", "mesh"],
    );
    watcher.take("networks", "networks: {n1: {endpoints: [{fromRegistry: east}]}}");
    stop();
    watcher.take("networks", "networks: {}");
    assert.deepEqual(networks, [["n1"]]);
    assert.deepEqual(watcher.networks, { networks: {} });
  });

  test("comes from a file, which may be replaced", async (t) => {
    const directory = mkdtempSync(join(tmpdir(), "fairway-mesh-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "mesh");
    writeFileSync(file, "trustDomain: one");
    const watcher = new MeshWatcher();
    const source = await watchMeshFile({ watcher, document: "mesh", file, quiet: 5, poll: 60_000 });
    t.after(() => source.close());
    assert.equal(watcher.mesh.trustDomain, "one");
    const next = nextTrustDomain(watcher);
    writeFileSync(join(directory, "new"), "trustDomain: two");
    renameSync(join(directory, "new"), file);
    assert.equal(await next, "two");
  });

  test("comes from a ConfigMap in the store", async (t) => {
    const kinds = builtInCatalog();
    const store = createMemoryStore({ kinds: () => kinds });
    t.after(() => store.close());
    const configMap = (mesh: string) =>
      object(
        "v1",
        "ConfigMap",
        "istio",
        { namespace: "istio-system" },
        { data: { mesh, meshNetworks: "networks: {}" } },
      );
    await store.create(configMap("trustDomain: one"));
    const watcher = new MeshWatcher();
    const source = await watchMeshConfigMap({ watcher, store, namespace: "istio-system" });
    t.after(() => source.close());
    assert.equal(watcher.mesh.trustDomain, "one");
    let next = nextTrustDomain(watcher);
    await store.update(configMap("trustDomain: two"));
    assert.equal(await next, "two");
    next = nextTrustDomain(watcher);
    await store.delete(keyOf(configMap("")));
    assert.equal(await next, "cluster.local");
  });
});
