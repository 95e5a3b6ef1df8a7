import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { type ConnectedClient, type SyncState, shortType, statusOfClient, xdsTypes } from "../deliver/index.ts";

/** A proxy in `fairway proxy-status`. */
export interface ProxyStatus {
  /** Its node id. */
  readonly proxy: string;
  readonly type: string;
  /** Of Istio's build, else of its program; empty if neither is known. */
  readonly version: string;
  readonly cluster: string;
  /** RFC 3339. */
  readonly connectedSince: string;
  readonly types: {
    readonly [type: string]: {
      readonly state: SyncState;
      readonly sent: string;
      readonly acked: string;
      readonly error: string;
    };
  };
}

/** How far each proxy has followed. Clients that watch nothing only ask questions, and are left out. */
export function proxyStatuses(clients: readonly ConnectedClient[]): readonly ProxyStatus[] {
  return proxies(clients).map((client) => ({
    proxy: client.proxy.id,
    type: client.proxy.type,
    version: client.proxy.istioVersion || client.agent.replace(/^\S+ /, ""),
    cluster: client.proxy.cluster,
    connectedSince: new Date(client.connectedAt).toISOString(),
    types: Object.fromEntries(
      Array.from(statusOfClient(client), ([type, { state, sent, acked, error }]) => [
        shortType(type),
        { state, sent, acked, error },
      ]),
    ),
  }));
}

/** The words of istiod's `/debug/syncz` for types that have a field of their own there. */
const syncWords: { readonly [type: string]: string } = {
  [xdsTypes.cluster]: "cluster",
  [xdsTypes.listener]: "listener",
  [xdsTypes.route]: "route",
  [xdsTypes.endpoint]: "endpoint",
  [xdsTypes.extension]: "extensionconfig",
};

/** As istiod's `/debug/syncz`; of one namespace if it is given. */
export function syncz(clients: readonly ConnectedClient[], clock: Clock, namespace: string | null): readonly object[] {
  const shown = proxies(clients).filter(({ proxy }) => !namespace || proxy.namespace === namespace);
  return shown.map((client) => {
    const { type, cluster, istioVersion } = client.proxy;
    const statuses = [...statusOfClient(client)].filter(([, { sent }]) => sent !== "");
    const fields = statuses.flatMap(([each, { sent, acked }]) => {
      const word = syncWords[each];
      return word === undefined ? [] : [[`${word}_sent`, sent] as const, [`${word}_acked`, acked] as const];
    });
    const resources = statuses.map(([each, { sent, acked, error, sentAt }]) => {
      const sentTime = sentTimeOf(sentAt, clock);
      return [each, { sent, acked, sentTime, ...(error !== "" && { lastError: error }) }] as const;
    });
    return {
      ...(cluster !== "" && { cluster_id: cluster }),
      proxy: workloadOf(client),
      proxy_type: type,
      ...(istioVersion !== "" && { istio_version: istioVersion }),
      ...Object.fromEntries(fields.filter(([, nonce]) => nonce !== "")),
      resources: Object.fromEntries(resources),
    };
  });
}

/** The part of a proxy's node id that istiod and those who read its pages call a proxy's id: `pod.namespace`. */
export function workloadOf({ proxy }: ConnectedClient): string {
  return proxy.id.split("~")[2] ?? proxy.id;
}

/** A time of the clock that never goes back as one that people read (RFC 3339). */
export function sentTimeOf(sentAt: number, clock: Clock): string {
  return new Date(clock.now() - (clock.monotonic() - sentAt)).toISOString();
}

/** As istiod's `/debug/connections`. */
export function connections(clients: readonly ConnectedClient[]): object {
  return { totalClients: clients.length, clients: sorted(clients).map(connectionOf) };
}

/** As istiod's `/debug/adsz`: also what each client says of itself and what it watches. */
export function adsz(clients: readonly ConnectedClient[]): object {
  return {
    totalClients: clients.length,
    clients: sorted(clients).map((client) => ({
      ...connectionOf(client),
      agent: client.agent,
      version: client.versionName,
      labels: client.proxy.labels,
      metadata: client.proxy.metadata,
      locality: client.proxy.locality,
      watches: Object.fromEntries(
        client.subscriptions.map(({ type, wanted }) => [type, wanted === "all" ? ["*"] : [...wanted].sort()]),
      ),
    })),
  };
}

/**
 * The client that is meant by a node id, `pod.namespace`, or a part of a connection's id as with istiod. A proxy that has
 * several connections is shown by its newest. Nobody, or several proxies, is a fault.
 */
export function findClient(clients: readonly ConnectedClient[], proxyId: string | null): ConnectedClient {
  if (!proxyId) throw new FairwayError("BadRequest", "say which proxy: ?proxyID=NODE-ID, or POD.NAMESPACE");
  const newestFirst = [...clients].reverse();
  const exact = newestFirst.find(
    ({ id, proxy }) => proxyId === proxy.id || proxyId === id || proxyId === `${proxy.name}.${proxy.namespace}`,
  );
  if (exact) return exact;
  const similar = newestFirst.filter(({ id }) => id.includes(proxyId));
  const ids = [...new Set(similar.map(({ proxy }) => proxy.id))];
  if (ids.length > 1) {
    throw new FairwayError("BadRequest", `'${proxyId}' may be any of ${ids.slice(0, 10).join(", ")}`);
  }
  const [found] = similar;
  if (!found) throw new FairwayError("NotFound", `no proxy '${proxyId}' is connected here`);
  return found;
}

function proxies(clients: readonly ConnectedClient[]): readonly ConnectedClient[] {
  return sorted(clients).filter(({ subscriptions }) => subscriptions.length > 0);
}

function sorted(clients: readonly ConnectedClient[]): readonly ConnectedClient[] {
  return [...clients].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function connectionOf({ id, connectedAt, peer }: ConnectedClient): object {
  return { connectionId: id, connectedAt: new Date(connectedAt).toISOString(), address: peer.address };
}
