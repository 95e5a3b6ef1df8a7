import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { accessOf } from "../peers/kube-client.ts";
import { scratch, startFairway } from "../tools/fairway.ts";
import { kubectlRunner } from "../tools/kubectl.ts";

/** Reads `count` events of ConfigMaps after a version, then leaves; the names and the last version. */
async function follow(kubeconfig: string, from: string, count: number): Promise<{ names: string[]; version: string }> {
  const { url, token, authority } = await accessOf(kubeconfig);
  const path = `/api/v1/namespaces/default/configmaps?watch=true&resourceVersion=${from}`;
  const { promise, resolve, reject } = Promise.withResolvers<{ names: string[]; version: string }>();
  const outgoing = request(new URL(path, url), { ca: authority, headers: { authorization: `Bearer ${token}` } });
  outgoing.on("error", reject);
  outgoing.on("response", async (response) => {
    const names: string[] = [];
    for await (const line of createInterface({ input: response })) {
      const { metadata } = JSON.parse(line).object;
      names.push(metadata.name);
      if (names.length < count) continue;
      response.destroy();
      resolve({ names, version: metadata.resourceVersion });
    }
  });
  outgoing.end();
  return promise;
}

test("a watcher goes on after a restart of the server, without a gap", { timeout: 60_000 }, async () => {
  const { dir, remove } = scratch();
  const data = join(dir, "data");
  mkdirSync(data);
  let server = await startFairway(data);
  after(async () => {
    await server.stop();
    remove();
  });
  const kubeconfig = join(data, "kubeconfig");
  const create = (name: string) => kubectlRunner(kubeconfig)(["create", "configmap", name]);
  const before = JSON.parse(kubectlRunner(kubeconfig)(["get", "--raw", "/api/v1/configmaps"]));
  create("one");
  const first = await follow(kubeconfig, before.metadata.resourceVersion, 1);
  create("two");
  await server.kill();
  server = await startFairway(data);
  create("three");
  const second = await follow(kubeconfig, first.version, 2);
  assert.deepEqual([...first.names, ...second.names], ["one", "two", "three"]);
});
