import type { GroupKind, KindCatalog, Resource } from "../../api/index.ts";
import { aborted } from "../../base/aborted.ts";
import type { Clock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import { getOwn } from "../../base/json.ts";
import type { ResourceStore } from "../../core/index.ts";
import { KubeClient, Reflector, type Transport } from "../../kube/index.ts";
import { followStore } from "../../registry/index.ts";

const secretType: GroupKind = { group: "", kind: "Secret" };

/** Which Secrets are followed, and who is given all of them whenever one changes. */
export interface LabelledSecrets {
  readonly namespace: string;
  readonly label: readonly [name: string, value: string];
  readonly take: (secrets: readonly Resource[]) => void;
  /** Told when they cannot be read; it is tried again. */
  readonly failed: (error: FairwayError) => void;
}

/** Follows Secrets with a label. Resolves when all were given once. */
export type FollowSecrets = (wanted: LabelledSecrets) => Promise<{ close(): Promise<void> }>;

/** Follows them in a store that has all Secrets in memory. */
export function secretsInStore(store: ResourceStore): FollowSecrets {
  return async ({ namespace, label: [name, value], take, failed }) => {
    const known = new Map<string, Resource>();
    const isWanted = ({ metadata }: Resource) => getOwn(metadata.labels ?? {}, name) === value;
    let opened = false;
    const follower = await followStore({
      store,
      kinds: [secretType],
      apply: (changes) => {
        let changed = !opened;
        opened = true;
        for (const { key, after } of changes) {
          if (key.namespace !== namespace) continue;
          if (known.delete(key.name)) changed = true;
          if (!after || !isWanted(after)) continue;
          known.set(key.name, after);
          changed = true;
        }
        if (changed) take([...known.values()]);
      },
      fault: failed,
    });
    return follower;
  };
}

export interface SecretsOnServerOptions {
  readonly transport: Transport;
  readonly kinds: KindCatalog;
  readonly clock: Clock;
  /** Gives up waiting for the server. */
  readonly signal?: AbortSignal;
}

/** Follows them on an API server: no other Secrets are asked for. */
export function secretsOnServer({ transport, kinds, clock, signal }: SecretsOnServerOptions): FollowSecrets {
  return async ({ namespace, label, take, failed }) => {
    const known = new Map<string, Resource>();
    const synced = Promise.withResolvers<void>();
    const reflector = new Reflector({
      client: new KubeClient({ transport, kinds: () => kinds, userAgent: "fairway" }),
      type: secretType,
      namespace,
      labelSelector: label.join("="),
      clock,
      sink: {
        replace: (items) => {
          known.clear();
          for (const item of items) known.set(item.metadata.name ?? "", item);
          take([...known.values()]);
          synced.resolve();
        },
        changed: (event, resource) => {
          const { name = "" } = resource.metadata;
          if (event === "DELETED") known.delete(name);
          else known.set(name, resource);
          take([...known.values()]);
        },
        failed: (error, wait) => {
          if (wait > 0) failed(error);
        },
      },
    });
    reflector.start();
    await Promise.race([synced.promise, ...(signal ? [aborted(signal)] : [])]);
    if (!signal?.aborted) return reflector;
    await reflector.close();
    throw new FairwayError("Unavailable", "stopped before all Secrets were read");
  };
}
