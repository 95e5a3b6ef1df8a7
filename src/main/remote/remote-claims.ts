import type { Resource } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";

/** The label, with its value, of Secrets that hold kubeconfigs of remote clusters. */
export const remoteSecretLabel = ["istio/multiCluster", "true"] as const;

/** That a cluster is a part of the mesh, and how it is reached. */
export interface RemoteClaim {
  readonly cluster: string;
  /** The Secret that says so: `namespace/name`. */
  readonly secret: string;
  readonly kubeconfig: string;
}

/** Why a Secret, or what it says of one cluster, does not count. */
export interface ClaimProblem {
  readonly secret: string;
  /** Empty if it is the whole Secret. */
  readonly cluster: string;
  readonly message: string;
}

/** What all Secrets together say. */
export interface RemoteClaims {
  /** By cluster. */
  readonly claims: ReadonlyMap<string, RemoteClaim>;
  readonly problems: readonly ClaimProblem[];
}

/**
 * Reads Secrets of remote clusters: each key is a cluster's name, its value a kubeconfig. Of several that name one cluster
 * the oldest counts, then the first by name, so that every replica decides alike.
 */
export function remoteClaims(secrets: Iterable<Resource>, ownCluster: string): RemoteClaims {
  const claims = new Map<string, RemoteClaim>();
  const problems: ClaimProblem[] = [];
  for (const { metadata, data } of [...secrets].sort(byAge)) {
    const secret = `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;
    if (!isObject(data) || Object.keys(data).length === 0) {
      problems.push({ secret, cluster: "", message: "must have a kubeconfig under the name of a cluster" });
      continue;
    }
    for (const [cluster, value] of Object.entries(data)) {
      const other = claims.get(cluster);
      const message = refusal(cluster, value, ownCluster, other);
      if (message !== undefined) problems.push({ secret, cluster, message });
      else claims.set(cluster, { cluster, secret, kubeconfig: Buffer.from(String(value), "base64").toString("utf8") });
    }
  }
  return { claims, problems };
}

function refusal(
  cluster: string,
  value: unknown,
  ownCluster: string,
  other: RemoteClaim | undefined,
): string | undefined {
  if (cluster === ownCluster) return "must not be this cluster itself, which is known already";
  if (other) return `must not name a cluster that another Secret names already: ${other.secret}`;
  if (typeof value !== "string" || value === "") return "must be a kubeconfig";
  return undefined;
}

function byAge(a: Resource, b: Resource): number {
  const [x, y] = [a, b].map(({ metadata }) => `${metadata.creationTimestamp ?? ""} ${metadata.name ?? ""}`);
  return (x ?? "") < (y ?? "") ? -1 : 1;
}
