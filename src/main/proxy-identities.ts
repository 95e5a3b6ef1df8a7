import { FairwayError } from "../base/fault.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import type { GrpcCall } from "../grpc/index.ts";
import { parseIdentity, type WorkloadIdentity } from "../secrets/index.ts";

/** Who connected proxies are, as their certificates proved it. What a proxy says of itself is only its word. */
export class ProxyIdentities {
  readonly #trustDomains: () => readonly string[];
  readonly #proven = new WeakMap<MeshProxy, WorkloadIdentity>();

  /** `trustDomains` are the mesh's own and its aliases, at the time of the call. */
  constructor(trustDomains: () => readonly string[]) {
    this.#trustDomains = trustDomains;
  }

  /**
   * Takes a proxy that connects, or refuses it by a fault: on an encrypted connection it must prove an identity, and the
   * namespace and service account that it claims must be that identity's. In plain text nothing is proven, and the proxy
   * is taken without an identity.
   */
  authenticate(proxy: MeshProxy, { peer }: Pick<GrpcCall, "peer">): void {
    if (!peer.encrypted) return;
    const identity = this.#identityOf(peer.identities);
    const { namespace, serviceAccount } = identity;
    if (proxy.namespace !== namespace) {
      throw new FairwayError(
        "Forbidden",
        `the node is of namespace '${proxy.namespace}', but its certificate is of '${namespace}'`,
      );
    }
    if (proxy.serviceAccount !== "" && proxy.serviceAccount !== serviceAccount) {
      throw new FairwayError(
        "Forbidden",
        `the node is of service account '${proxy.serviceAccount}', but its certificate is of '${serviceAccount}'`,
      );
    }
    this.#proven.set(proxy, identity);
  }

  /** The proven identity of a proxy that connected; undefined if it has proven none. */
  of(proxy: MeshProxy): WorkloadIdentity | undefined {
    return this.#proven.get(proxy);
  }

  #identityOf(uris: readonly string[]): WorkloadIdentity {
    const [uri, ...others] = uris;
    if (uri === undefined) {
      throw new FairwayError("Unauthorized", "a client certificate of the mesh is needed on this address");
    }
    const identity = others.length === 0 ? parseIdentity(uri) : undefined;
    if (!identity) {
      const form = "spiffe://<trust domain>/ns/<namespace>/sa/<service account>";
      throw new FairwayError("Unauthorized", `the client certificate must name one identity, of the form ${form}`);
    }
    const domains = this.#trustDomains();
    if (!domains.includes(identity.trustDomain)) {
      const message = `the client certificate is of trust domain '${identity.trustDomain}', not of ${domains.join(", ")}`;
      throw new FairwayError("Unauthorized", message);
    }
    return identity;
  }
}
