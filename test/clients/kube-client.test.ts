import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { builtInCatalog, type Resource } from "../../src/api/index.ts";
import { systemClock } from "../../src/base/clock.ts";
import { isFault } from "../../src/base/fault.ts";
import { KubeClient, LeaderElection, type NodeTransport, Reflector } from "../../src/kube/index.ts";
import { type ApiServer, apiServers, networkOf } from "../kubernetes/api-servers.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";

const kinds = builtInCatalog();
const type = { group: "", kind: "ConfigMap" };
const keyOf = (namespace: string, name: string) => ({ ...type, namespace, name });
const configMap = (namespace: string, name: string, data: { readonly [key: string]: string } = {}): Resource => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace },
  data,
});

for (const { name, start, skip } of apiServers) {
  suite(`a client of ${name}`, { skip }, () => {
    const { dir, remove } = scratch();
    let server: ApiServer;
    let network: NodeTransport;
    const client = (format: "json" | "protobuf") =>
      new KubeClient({ transport: network.send, kinds: () => kinds, format, userAgent: "fairway-test" });
    before(async () => {
      server = await start(dir);
      network = await networkOf(server.kubeconfig);
      // Only the namespace `default` makes itself.
      for (const namespace of ["json", "protobuf", "default"]) {
        const object = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
        await client("json").create(object).catch(ignoreExisting);
      }
    });
    after(async () => {
      network.close();
      await server.stop();
      remove();
    });

    for (const format of ["json", "protobuf"] as const) {
      test(`reads and writes over ${format}`, async () => {
        const kube = client(format);
        const created = await kube.create(configMap(format, "a", { k: "" }));
        assert.ok(created.metadata.uid);
        assert.deepEqual(await kube.get(keyOf(format, "a")), created);
        assert.equal(await kube.get(keyOf(format, "nobody")), undefined);
        const changed = await kube.update({ ...created, data: { k: "v" } });
        await assert.rejects(kube.update({ ...created, data: {} }), (error) => isFault(error, "Conflict"));
        await assert.rejects(kube.create(configMap(format, "a")), (error) => isFault(error, "AlreadyExists"));
        const patched = await kube.mergePatch(keyOf(format, "a"), { data: { k: null, l: "w" } });
        assert.deepEqual(patched.data, { l: "w" });
        assert.notEqual(patched.metadata.resourceVersion, changed.metadata.resourceVersion);
        await assert.rejects(kube.delete(keyOf(format, "a"), { uid: "other" }), (error) => isFault(error, "Conflict"));
        await kube.delete(keyOf(format, "a"), { uid: String(created.metadata.uid) });
        assert.equal(await kube.get(keyOf(format, "a")), undefined);
      });

      test(`follows all objects of a kind over ${format}`, async () => {
        const kube = client(format);
        for (let i = 0; i < 5; i++) await kube.create(configMap(format, `c${i}`));
        const held = new Map<string, string>();
        const failures: unknown[] = [];
        const reflector = new Reflector({
          client: kube,
          type,
          namespace: format,
          clock: systemClock,
          sink: {
            replace: (items) => {
              held.clear();
              for (const { metadata } of items) held.set(metadata.name ?? "", metadata.resourceVersion ?? "");
            },
            changed: (event, { metadata }) => {
              if (event === "DELETED") held.delete(metadata.name ?? "");
              else held.set(metadata.name ?? "", metadata.resourceVersion ?? "");
            },
            failed: (error) => failures.push(error),
          },
        });
        reflector.start();
        try {
          await eventually(async () => assert.ok(held.size >= 5));
          await kube.delete(keyOf(format, "c0"));
          await kube.mergePatch(keyOf(format, "c1"), { data: { x: "y" } });
          const { items } = await kube.page(type, format, {});
          const wanted = new Map(items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
          await eventually(async () => assert.deepEqual(new Map([...held].sort()), new Map([...wanted].sort())));
          assert.deepEqual(failures, []);
        } finally {
          await reflector.close();
        }
      });
    }

    test("holds a lease, and gives it back", async () => {
      const kube = client("protobuf");
      let led = false;
      const election = new LeaderElection({
        store: kube,
        namespace: "default",
        name: "leader",
        identity: "me",
        clock: systemClock,
        lead: () => {
          led = true;
        },
        failed: (error) => assert.fail(error),
      });
      election.start();
      await eventually(async () => led);
      await election.close();
      const lease = await kube.get({
        group: "coordination.k8s.io",
        kind: "Lease",
        namespace: "default",
        name: "leader",
      });
      const spec = lease?.spec as { readonly holderIdentity?: string } | undefined;
      assert.equal(spec?.holderIdentity ?? "", "");
      assert.ok(spec);
    });
  });
}

function ignoreExisting(error: unknown): void {
  if (!isFault(error, "AlreadyExists")) throw error;
}
