import { after, before, suite } from "node:test";
import { builtInCatalog, crdManifest, type KindDefinition } from "../../src/api/index.ts";
import { systemClock } from "../../src/base/clock.ts";
import { isFault } from "../../src/base/fault.ts";
import type { ResourceHistory } from "../../src/core/index.ts";
import { KubeClient, type NodeTransport } from "../../src/kube/index.ts";
import { KubernetesStore } from "../../src/store/index.ts";
import { storeContract } from "../../src/store/testing/store-contract.ts";
import { gadgets, notes, sites, testKinds } from "../../src/store/testing/test-kinds.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { type ApiServer, apiServers, networkOf } from "./api-servers.ts";

const kept: readonly KindDefinition[] = [gadgets, sites, notes];
const kinds = testKinds.with(builtInCatalog().all);

for (const { name, start, skip, controllers } of apiServers) {
  suite(`a store on ${name}`, { skip }, () => {
    const { dir, remove } = scratch();
    let server: ApiServer;
    let network: NodeTransport;
    let client: KubeClient;
    before(async () => {
      server = await start(dir);
      network = await networkOf(server.kubeconfig);
      client = new KubeClient({ transport: network.send, kinds: () => kinds, userAgent: "fairway-test" });
      for (const kind of kept) await client.create(crdManifest(kind));
      for (const namespace of ["default", "other", "a", "b", "a-b"]) {
        const object = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
        await client.create(object).catch((error: unknown) => {
          if (!isFault(error, "AlreadyExists")) throw error;
        });
      }
      await eventually(async () => Promise.all(kept.map((kind) => client.page(kind, "", {}))));
    });
    after(async () => {
      network.close();
      await server.stop();
      remove();
    });

    storeContract(
      name,
      async (t) => {
        for (const kind of kept) await removeAll(client, kind);
        const store = await KubernetesStore.open({
          transport: network.send,
          kinds: () => kinds,
          follow: kept,
          manager: "fairway-test",
          clock: systemClock,
          report: ({ key, problems }) => t.diagnostic(`${key.name}: ${JSON.stringify(problems)}`),
          notice: (notice) => t.diagnostic(JSON.stringify(notice)),
        });
        t.after(() => store.close());
        return { store, history: noHistory };
      },
      ["history", "clock", "own rules", ...(controllers ? (["no controllers"] as const) : [])],
    );
  });
}

/** A server keeps its past to itself. */
const noHistory = {} as ResourceHistory;

async function removeAll(client: KubeClient, kind: KindDefinition): Promise<void> {
  const { items } = await client.page(kind, "", {});
  for (const { metadata } of items) {
    const { group } = kind;
    const key = { group, kind: kind.kind, namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
    if (metadata.finalizers) await client.mergePatch(key, { metadata: { finalizers: null } });
    await client.delete(key).catch((error: unknown) => {
      if (!isFault(error, "NotFound")) throw error;
    });
  }
}
