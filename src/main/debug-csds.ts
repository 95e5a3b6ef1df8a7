import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { type ConnectedClient, defaultStreamLimits } from "../deliver/index.ts";
import type { ClientStatusRequest } from "../gen/envoy/service/status/v3.ts";
import type { StringMatcher } from "../gen/envoy/type/matcher/v3.ts";
import type { GrpcCall, GrpcHandler } from "../grpc/index.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import { checkDebugAccess } from "./debug-access.ts";
import { clientResourceConfig } from "./debug-client-config.ts";

/** What the client status discovery service is made from. */
export interface CsdsOptions {
  readonly clients: () => readonly ConnectedClient[];
  readonly codec: EnvoyCodec;
  readonly rootNamespace: () => string;
  readonly clock: Clock;
}

/** The name of the service. */
export const csdsService = "envoy.service.status.v3.ClientStatusDiscoveryService";

/** CSDS: for each client what it is to have, resource by resource, and how far it has followed. */
export function csdsMethods(options: CsdsOptions): ReadonlyMap<string, GrpcHandler> {
  const serve: GrpcHandler = async (call) => {
    checkDebugAccess(call.peer, "csds", options.rootNamespace());
    for await (const bytes of call.messages) await answer(options, call, bytes);
  };
  return new Map([
    [`/${csdsService}/StreamClientStatus`, serve],
    [`/${csdsService}/FetchClientStatus`, serve],
  ]);
}

async function answer({ clients, codec, clock }: CsdsOptions, call: GrpcCall, bytes: Uint8Array): Promise<void> {
  const request = codec.decode("envoy.service.status.v3.ClientStatusRequest", bytes);
  const decoder = request.excludeResourceContents ? undefined : codec;
  const config = clients()
    .filter(({ subscriptions, proxy }) => subscriptions.length > 0 && isMeant(request, proxy.id))
    .map((client) => clientResourceConfig(client, clock, decoder));
  const response = codec.encode("envoy.service.status.v3.ClientStatusResponse", { config });
  await call.send([response], { timeout: defaultStreamLimits.sendTimeout });
}

/** Without any matcher everybody is. */
function isMeant({ nodeMatchers = [] }: ClientStatusRequest, nodeId: string): boolean {
  if (nodeMatchers.length === 0) return true;
  return nodeMatchers.some(({ nodeId: matcher, nodeMetadatas = [] }) => {
    if (nodeMetadatas.length > 0) throw new FairwayError("BadRequest", "nodes can be chosen by node_id only");
    return matcher === undefined || matches(matcher, nodeId);
  });
}

function matches({ exact, prefix, suffix, contains, ignoreCase = false }: StringMatcher, nodeId: string): boolean {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const text = fold(nodeId);
  if (exact !== undefined) return text === fold(exact);
  if (prefix !== undefined) return text.startsWith(fold(prefix));
  if (suffix !== undefined) return text.endsWith(fold(suffix));
  if (contains !== undefined) return text.includes(fold(contains));
  throw new FairwayError("BadRequest", "node_id must be matched by exact, prefix, suffix or contains");
}
