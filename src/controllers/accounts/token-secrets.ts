import { accountAnnotation, accountTokenType, type Resource, type Secret } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { ResourceStore, WatchEvent } from "../../core/index.ts";
import { sourceOf } from "../../store/index.ts";
import { StoreFollower } from "../store-follower.ts";
import { WorkQueue } from "../work-queue.ts";

/** On a token's Secret: which incarnation of the account it is for. */
const uidAnnotation = "kubernetes.io/service-account.uid";

export interface TokenSecretsOptions {
  readonly store: ResourceStore;
  /** Certificate of the authority by which clients know the API, PEM. */
  readonly authority: string;
  /** A token of an account that ends with a Secret. */
  readonly issue: (account: Resource, secret: Resource) => string;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/**
 * Fills the Secrets in which somebody asks for a lasting token of a ServiceAccount: with the token, the authority's
 * certificate and the namespace. They go with the account. Those of files are left as their files have them.
 */
export class TokenSecrets {
  readonly #options: TokenSecretsOptions;
  readonly #follower: StoreFollower;
  readonly #queue: WorkQueue;
  /** Names of Secrets by account, each as `namespace/name`. */
  readonly #byAccount = new Map<string, Set<string>>();

  constructor(options: TokenSecretsOptions) {
    const { store, clock, report } = options;
    this.#options = options;
    this.#queue = new WorkQueue({
      reconcile: (id) => this.#reconcile(id),
      failed: (_, error) => {
        // Somebody was faster: what became of it is looked at again.
        if (!isFault(error, "Conflict", "NotFound")) report(error);
      },
      clock,
    });
    this.#follower = new StoreFollower({
      store,
      types: [
        { group: "", kind: "Secret" },
        { group: "", kind: "ServiceAccount" },
      ],
      reset: (objects) => {
        this.#byAccount.clear();
        for (const resource of objects) this.#apply({ type: "ADDED", resource });
      },
      apply: (event) => this.#apply(event),
      report,
    });
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  async close(): Promise<void> {
    await this.#follower.close();
    await this.#queue.close();
  }

  #apply({ type, resource, previous }: WatchEvent): void {
    if (resource.kind === "ServiceAccount") {
      for (const id of this.#byAccount.get(idOf(resource)) ?? []) this.#queue.add(id);
      return;
    }
    for (const old of [previous, resource]) this.#forget(old);
    const account = accountOf(resource);
    if (account === undefined || type === "DELETED") return;
    const known = this.#byAccount.get(account) ?? new Set();
    this.#byAccount.set(account, known.add(idOf(resource)));
    this.#queue.add(idOf(resource));
  }

  #forget(secret: Resource | undefined): void {
    const account = secret && accountOf(secret);
    const known = account === undefined ? undefined : this.#byAccount.get(account);
    known?.delete(secret ? idOf(secret) : "");
    if (account !== undefined && known?.size === 0) this.#byAccount.delete(account);
  }

  async #reconcile(id: string): Promise<void> {
    const { store } = this.#options;
    const [namespace = "", name = ""] = id.split("/");
    const key = { group: "", kind: "Secret", namespace, name };
    const secret: Secret | undefined = await store.get(key);
    const account = secret && accountOf(secret);
    if (!secret || account === undefined || secret.metadata.deletionTimestamp !== undefined) return;
    if (sourceOf(secret) !== undefined || secret.immutable) return;
    const found = await store.get({ ...key, kind: "ServiceAccount", name: account.slice(namespace.length + 1) });
    const { uid } = secret.metadata;
    const meant = secret.metadata.annotations?.[uidAnnotation];
    if (!found || (meant !== undefined && meant !== found.metadata.uid)) await store.delete(key, { uid });
    else if (!jsonEqual(this.#filled(secret, found), secret)) {
      await store.patch(secret, (newest) => this.#filled(newest, found));
    }
  }

  #filled(secret: Secret, account: Resource): Resource {
    const { authority, issue } = this.#options;
    const { namespace = "", annotations } = secret.metadata;
    const text = (value: string) => Buffer.from(value).toString("base64");
    return {
      ...secret,
      metadata: { ...secret.metadata, annotations: { ...annotations, [uidAnnotation]: account.metadata.uid ?? "" } },
      data: {
        ...secret.data,
        token: secret.data?.["token"] || text(issue(account, secret)),
        "ca.crt": text(authority),
        namespace: text(namespace),
      },
    };
  }
}

function idOf({ metadata }: Resource): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** The account whose token a Secret is for, as `namespace/name`; undefined if it is for something else. */
function accountOf(secret: Resource): string | undefined {
  const name = secret.metadata.annotations?.[accountAnnotation];
  return secret["type"] === accountTokenType && name ? `${secret.metadata.namespace}/${name}` : undefined;
}
