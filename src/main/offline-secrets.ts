import { rootCertificates } from "node:tls";
import { keyOf, type Resource } from "../api/index.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import type { Secret } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import type { ConfigProblem } from "../mesh/index.ts";
import { findSecret, SecretIndex } from "../secrets/index.ts";
import { envoySecret } from "./envoy-secret.ts";

/** What a proxy would be given, and what is wrong with the objects that it asks for. */
export interface OfflineSecrets {
  /** Sorted by name. */
  readonly secrets: readonly Secret[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * The secrets that a proxy would be given of these names, taken at its word for who it is. Without a running control plane
 * there is no authority: certificates of the mesh itself are not among them.
 */
export function offlineSecrets(
  names: readonly string[],
  proxy: MeshProxy,
  trustDomain: string,
  resources: readonly Resource[],
): OfflineSecrets {
  const problems: ConfigProblem[] = [];
  const index = new SecretIndex(({ key, message }) =>
    problems.push({ key, path: [], code: "FW1251", severity: "error", message }),
  );
  index.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const identity = {
    trustDomain,
    namespace: proxy.namespace,
    serviceAccount: proxy.serviceAccount || "default",
  };
  const origins = { objects: index.snapshot, systemRoots: { certificates: rootCertificates.join("\n") } };
  const secrets = [...names].sort().flatMap((name) => {
    const found = findSecret(name, identity, origins);
    return found ? envoySecret(name, found) : [];
  });
  return { secrets, problems };
}
