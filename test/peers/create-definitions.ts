import { setTimeout as sleep } from "node:timers/promises";
import type { KubeClient, KubeObject } from "./kube-client.ts";

/** Creates CustomResourceDefinitions, and waits until the API server serves every version of each. */
export async function createDefinitions(client: KubeClient, definitions: readonly KubeObject[]): Promise<void> {
  for (const definition of definitions) await client.create(definition);
  await Promise.all(definitions.map((definition) => established(client, definition)));
}

async function established(client: KubeClient, { spec }: KubeObject): Promise<void> {
  const { group, names, versions } = spec as {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
  for (const { name } of versions.filter(({ served }) => served)) {
    const wanted = { apiVersion: `${group}/${name}`, kind: names.kind };
    for (let left = 200; ; left--) {
      const known = await client.kindOf(wanted).catch((error: unknown) => {
        if (left === 0) throw error;
      });
      if (known) break;
      await sleep(50);
    }
  }
}
