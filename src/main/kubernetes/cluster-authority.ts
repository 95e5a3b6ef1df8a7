import type { Resource } from "../../api/index.ts";
import { Backoff } from "../../base/backoff.ts";
import type { Clock } from "../../base/clock.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { isObject } from "../../base/json.ts";
import type { LogScope } from "../../base/log.ts";
import type { KubeClient } from "../../kube/index.ts";
import { type Authority, authorityFiles, authorityOf, createAuthority } from "../../pki/index.ts";
import { authoritySecrets, secrets } from "./access-rules.ts";

export interface ClusterAuthorityOptions {
  readonly client: Pick<KubeClient, "get" | "create">;
  /** Where the Secrets are: Fairway's own. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly log: LogScope;
  /** Gives up waiting. Default: nothing does. */
  readonly signal?: AbortSignal;
}

/** Milliseconds between two attempts. */
const waits = { first: 500, longest: 30_000 };

/**
 * The one certificate authority of all replicas on a cluster, kept in a Secret, under the names and in the form that istiod
 * has it: a mesh that changes over goes on with its own. One that somebody gave stands over the one that is made where there
 * is none, by whichever replica comes first. A Secret that cannot be used is a fault; for all else it waits.
 */
export async function clusterAuthority(options: ClusterAuthorityOptions): Promise<Authority> {
  const { namespace, clock, log, signal } = options;
  const backoff = new Backoff({ ...waits, clock });
  for (;;) {
    try {
      return (await readSecret(options, authoritySecrets.given)) ?? (await readOrMake(options));
    } catch (error) {
      if (isFault(error, "Settings") || signal?.aborted) throw error;
      const retryMs = Math.round(backoff.failed());
      log.warn("Certificate authority cannot be read or made and is tried again", { namespace, error, retryMs });
      await pause(clock, retryMs, signal);
    }
  }
}

async function readOrMake(options: ClusterAuthorityOptions): Promise<Authority> {
  const { client, namespace, clock, log } = options;
  const name = authoritySecrets.made;
  const found = await readSecret(options, name);
  if (found) return found;
  const made = createAuthority(clock);
  const encoded = Object.entries(authorityFiles(made)).map(([file, text]) => [
    file,
    Buffer.from(text).toString("base64"),
  ]);
  const secret: Resource = {
    apiVersion: "v1",
    kind: secrets.kind,
    metadata: { name, namespace },
    type: "istio.io/ca-root",
    data: Object.fromEntries(encoded),
  };
  try {
    await client.create(secret);
    log.info("Certificate authority was made", { namespace, secret: name });
    return made;
  } catch (error) {
    // Another replica was faster: its authority is everybody's.
    const others = isFault(error, "AlreadyExists") ? await readSecret(options, name) : undefined;
    if (others) return others;
    throw error;
  }
}

async function readSecret(
  { client, namespace, clock, log }: ClusterAuthorityOptions,
  name: string,
): Promise<Authority | undefined> {
  const secret = await client.get({ ...secrets, namespace, name });
  if (!secret) return undefined;
  const data = isObject(secret.data) ? Object.entries(secret.data) : [];
  const files = Object.fromEntries(
    data.map(([file, text]) => [file, Buffer.from(String(text), "base64").toString("utf8")]),
  );
  try {
    const authority = authorityOf(files, clock);
    log.info("Certificate authority was read", { namespace, secret: name });
    return authority;
  } catch (cause) {
    const { message } = FairwayError.from(cause);
    throw new FairwayError("Settings", `Secret ${namespace}/${name} cannot be used: ${message}`, { cause });
  }
}

/** Resolves when the time has passed, or at once when it is told to end. */
function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    const end = () => {
      cancel();
      resolve();
    };
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });
}
