import type { Clock } from "../base/clock.ts";
import {
  type ConnectedClient,
  type MessageDecoder,
  type SyncState,
  statusOfClient,
  type TypeStatus,
} from "../deliver/index.ts";
import type { ClientConfig, ClientConfig_GenericXdsConfig } from "../gen/envoy/service/status/v3.ts";
import { sentTimeOf, workloadOf } from "./debug-clients.ts";
import { readResource } from "./debug-resource.ts";

const configStatuses = {
  SYNCED: "SYNCED",
  STALE: "STALE",
  NACKED: "ERROR",
  NOT_SENT: "NOT_SENT",
} as const satisfies { readonly [state in SyncState]: ClientConfig_GenericXdsConfig["configStatus"] };

const clientStatuses = {
  SYNCED: "ACKED",
  STALE: "REQUESTED",
  NACKED: "NACKED",
  NOT_SENT: "UNKNOWN",
} as const satisfies { readonly [state in SyncState]: ClientConfig_GenericXdsConfig["clientStatus"] };

/** How far a client has followed, one entry for each type: what `istioctl proxy-status` reads. */
export function clientSyncConfig(client: ConnectedClient, clock: Clock): ClientConfig {
  return {
    node: { ...nodeOf(client), id: workloadOf(client) },
    genericXdsConfigs: Array.from(statusOfClient(client), ([type, status]) => statusOf(type, status, clock)),
  };
}

/** How far a client has followed, one entry for each resource: what CSDS tells. */
export function clientResourceConfig(
  client: ConnectedClient,
  clock: Clock,
  decoder: MessageDecoder | undefined,
): ClientConfig {
  const genericXdsConfigs = [...statusOfClient(client)].flatMap(([type, status]) =>
    Array.from(client.resources(type).values(), (resource) => ({
      ...statusOf(type, status, clock),
      name: resource.name,
      versionInfo: resource.version,
      clientStatus: clientStatuses[status.state],
      ...(decoder && isEnvoyMessage(type) && { xdsConfig: readResource(decoder, resource) }),
    })),
  );
  return { node: nodeOf(client), genericXdsConfigs };
}

/** What agents and other clients are sent besides is of messages that the answer could not hold in a readable form. */
function isEnvoyMessage(type: string): boolean {
  return type.startsWith("type.googleapis.com/envoy.");
}

function statusOf(
  type: string,
  { state, error, sent, sentAt }: TypeStatus,
  clock: Clock,
): ClientConfig_GenericXdsConfig {
  return {
    typeUrl: type,
    configStatus: configStatuses[state],
    ...(sent !== "" && { lastUpdated: sentTimeOf(sentAt, clock) }),
    ...(error !== "" && { errorState: { details: error, ...(sent !== "" && { versionInfo: sent }) } }),
  };
}

/** A client as it would tell of itself. */
export function nodeOf({ proxy }: ConnectedClient): NonNullable<ClientConfig["node"]> {
  const { id, cluster, namespace, istioVersion } = proxy;
  const metadata = { CLUSTER_ID: cluster, NAMESPACE: namespace, ISTIO_VERSION: istioVersion };
  return { id, metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== "")) };
}
