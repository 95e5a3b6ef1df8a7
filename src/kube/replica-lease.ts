import type { Resource, ResourceKey } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { repeat } from "../base/repeat.ts";
import type { KubeClient } from "./kube-client.ts";

type Client = Pick<KubeClient, "get" | "create" | "update" | "delete" | "page">;

export interface ReplicaLeaseOptions {
  readonly client: Client;
  readonly namespace: string;
  /** The replica, unlike all others; in the Lease's name what a name cannot have is a hyphen. */
  readonly replica: string;
  /** Milliseconds after which others take the replica for dead. */
  readonly duration: number;
  readonly clock: Clock;
  /** The Lease could not be renewed, and that is tried again. */
  readonly failed: (error: FairwayError) => void;
}

const type = { group: "coordination.k8s.io", kind: "Lease" };

/** The label by which the Leases of replicas are found. */
const label = "fairway.dev/replica";

/** Renewals within the time after which a replica is taken for dead. */
const renewals = 4;

/** A Lease that says that this replica lives, from when it is first asked for until it is closed. */
export class ReplicaLease {
  readonly #options: ReplicaLeaseOptions;
  #holding: Promise<void> | undefined;
  #renewing: Promise<void> = Promise.resolve();
  #stop = () => {};

  constructor(options: ReplicaLeaseOptions) {
    this.#options = options;
  }

  /** Whose Lease it is. */
  get replica(): string {
    return this.#options.replica;
  }

  /** Resolves when the Lease was written once; from then on it is renewed. A failure is asked for again by who comes next. */
  hold(): Promise<void> {
    this.#holding ??= this.#begin().catch((error: unknown) => {
      this.#holding = undefined;
      throw error;
    });
    return this.#holding;
  }

  /** Takes the Lease back. */
  async close(): Promise<void> {
    this.#stop();
    await this.#holding?.catch(() => undefined);
    this.#stop();
    await this.#renewing;
    if (!this.#holding) return;
    await this.#options.client.delete(this.#key).catch((error: unknown) => {
      if (!isFault(error, "NotFound")) this.#options.failed(FairwayError.from(error));
    });
  }

  async #begin(): Promise<void> {
    const { duration, clock, failed } = this.#options;
    await this.#renew();
    this.#stop = repeat(clock, duration / renewals, () => {
      this.#renewing = this.#renewing
        .then(() => this.#renew())
        .catch((error: unknown) => failed(FairwayError.from(error)));
    });
  }

  async #renew(): Promise<void> {
    const { client, replica, duration, clock } = this.#options;
    const { namespace, name } = this.#key;
    const found = await client.get(this.#key);
    const spec = {
      ...(isObject(found?.spec) && found.spec),
      holderIdentity: replica,
      leaseDurationSeconds: Math.ceil(duration / 1000),
      renewTime: new Date(clock.now()).toISOString().replace("Z", "000Z"),
    };
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
    if (found) await client.update({ ...found, spec });
    else await client.create({ ...lease, metadata: { namespace, name, labels: { [label]: "true" } }, spec });
  }

  get #key(): ResourceKey {
    const { namespace, replica } = this.#options;
    return { ...type, namespace, name: leaseNameOf(replica) };
  }
}

/** The last renewals of the Leases of all replicas of a namespace, and how one that is of nobody any more is taken away. */
export function replicaSigns(client: Client, namespace: string) {
  return {
    async signs(): Promise<ReadonlyMap<string, string>> {
      const signs = new Map<string, string>();
      for (let from = ""; ; ) {
        const page = await client.page(type, namespace, { labelSelector: label, limit: 500, continue: from });
        for (const lease of page.items) signs.set(...signOf(lease));
        from = page.continue;
        if (from === "") return signs;
      }
    },
    async forget(replica: string): Promise<void> {
      await client.delete({ ...type, namespace, name: leaseNameOf(replica) }).catch((error: unknown) => {
        if (!isFault(error, "NotFound")) throw error;
      });
    },
  };
}

function signOf({ spec }: Resource): readonly [replica: string, sign: string] {
  const { holderIdentity = "", renewTime = "" } = isObject(spec) ? spec : {};
  return [String(holderIdentity), String(renewTime)];
}

function leaseNameOf(replica: string): string {
  return `fairway-replica-${replica.replace(/[^a-z0-9.-]/g, "-")}`;
}
