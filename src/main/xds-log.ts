import { formatKey, type ResourceKey } from "../api/index.ts";
import type { LogScope } from "../base/log.ts";
import {
  attributeRejection,
  type ConnectedClient,
  type DeliveryEvents,
  type Subscription,
  shortType,
  type XdsResource,
} from "../deliver/index.ts";

/** Envoy may put all of a response into its reason; more than this nobody reads in a log. */
const maxReason = 2000;

/** What happens on streams, as lines of a log. `sourcesOf` tells which objects a resource was made from. */
export function logEvents(log: LogScope, sourcesOf: (resource: XdsResource) => readonly ResourceKey[]): DeliveryEvents {
  return {
    connected: ({ id, proxy, agent, peer }) =>
      log.info("Client connected", { client: id, type: proxy.type, agent, address: peer.address }),
    disconnected: ({ id }) => log.info("Client disconnected", { client: id }),
    received: () => undefined,
    sent: ({ id }, type, { bytes }) => {
      if (log.enabled("debug")) log.debug("Sent", { client: id, type: shortType(type), bytes });
    },
    answered: (client, subscription, answer) => {
      if (answer === "refused") return refused(log, client, subscription, sourcesOf);
      if (answer !== "stale" || !log.enabled("debug")) return;
      log.debug("Answer to a response that was not the last", {
        client: client.id,
        type: shortType(subscription.type),
      });
    },
    delayed: ({ id }, type, timedOut) => {
      const fields = { client: id, type: shortType(type) };
      if (timedOut) log.warn("Client has not answered in time and is sent the next response all the same", fields);
      else log.debug("Push waits for the client's answer", fields);
    },
    converged: () => undefined,
    failed: ({ id }, error) => log.error("Push to a client failed; its stream was ended", { client: id, error }),
    cutOff: ({ id }, type) => log.warn("Client does not read and was cut off", { client: id, type: shortType(type) }),
  };
}

function refused(
  log: LogScope,
  client: ConnectedClient,
  { type, acknowledgement }: Subscription,
  sourcesOf: (resource: XdsResource) => readonly ResourceKey[],
): void {
  const error = acknowledgement.error ?? "";
  const sent = client.lastSent(type);
  const { names, by } = attributeRejection({ type, error, names: sent.map(({ name }) => name) });
  const guilty = new Set(names);
  const objects = new Set(
    sent
      .filter(({ name }) => guilty.has(name))
      .flatMap(sourcesOf)
      .map(formatKey),
  );
  log.warn("Client refused a response", {
    client: client.id,
    type: shortType(type),
    nonce: acknowledgement.sentNonce,
    ...(by === "unknown" ? { oneOf: sent.length } : { resources: names, objects: [...objects] }),
    error: error.length > maxReason ? `${error.slice(0, maxReason)}…` : error,
  });
}
