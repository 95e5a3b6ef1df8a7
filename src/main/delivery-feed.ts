import { isFault } from "../base/fault.ts";
import {
  type AnswerStream,
  type ConnectedClient,
  type DeliveryEvents,
  noEvents,
  type Query,
  type Subscription,
  type XdsResource,
  xdsResource,
} from "../deliver/index.ts";
import type { MessageTypes } from "../gen/message-types.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import { checkDebugAccess } from "./debug-access.ts";
import { nodeOf } from "./debug-client-config.ts";

export interface DeliveryFeedOptions {
  /** The clients that are connected now. */
  readonly clients: () => readonly ConnectedClient[];
  readonly codec: EnvoyCodec;
  readonly rootNamespace: () => string;
}

/** Who has come, who has gone, and who refused what: istiod's names of these types. */
const feedTypes = ["istio.io/connect", "istio.io/disconnect", "istio.io/nack"] as const;

type FeedType = (typeof feedTypes)[number];

/** News that may wait for a listener; one that is further behind is cut off. */
const mostWaiting = 1000;

interface Listener {
  readonly stream: AnswerStream;
  /** What it has not been sent yet. */
  readonly waiting: XdsResource[];
}

/** Tells clients that ask for it of every other client that comes, goes or refuses something, each as it happens. */
export class DeliveryFeed {
  readonly events: DeliveryEvents;
  readonly #options: DeliveryFeedOptions;
  readonly #listeners: { readonly [type in FeedType]: Map<ConnectedClient, Listener> } = {
    "istio.io/connect": new Map(),
    "istio.io/disconnect": new Map(),
    "istio.io/nack": new Map(),
  };

  constructor(options: DeliveryFeedOptions) {
    this.#options = options;
    this.events = {
      ...noEvents,
      connected: (client) => this.#tell("istio.io/connect", () => this.#node(client)),
      disconnected: (client) => {
        for (const type of feedTypes) this.#listeners[type].delete(client);
        this.#tell("istio.io/disconnect", () => this.#node(client));
      },
      answered: (client, subscription, answer) => {
        if (answer === "refused") this.#tell("istio.io/nack", () => this.#refusal(client, subscription));
      },
    };
  }

  /** Answers who asks for one of the types: for those that come with all who are there already. Undefined for other types. */
  query(type: string): Query | undefined {
    const known = feedTypes.find((each) => each === type);
    if (!known) return undefined;
    return async (_, asker, stream) => {
      const { clients, rootNamespace } = this.#options;
      checkDebugAccess(asker.peer, known, rootNamespace());
      if (!this.#listeners[known].has(asker)) this.#listeners[known].set(asker, { stream, waiting: [] });
      return { resources: known === "istio.io/connect" ? clients().map((client) => this.#node(client)) : [] };
    };
  }

  #tell(type: FeedType, make: () => XdsResource): void {
    if (this.#listeners[type].size === 0) return;
    const news = make();
    for (const [client, listener] of this.#listeners[type]) {
      listener.waiting.push(news);
      if (listener.waiting.length === 1) void this.#send(type, client, listener);
      if (listener.waiting.length <= mostWaiting) continue;
      this.#listeners[type].delete(client);
      listener.stream.end(`'${type}' has more news than are read`);
    }
  }

  /** Sends what waits, one by one; what is under way stays the first until it is sent. */
  async #send(type: FeedType, client: ConnectedClient, { stream, waiting }: Listener): Promise<void> {
    try {
      for (let [news] = waiting; news; [news] = waiting) {
        await stream.send({ resources: [news] });
        waiting.shift();
      }
    } catch (error) {
      this.#listeners[type].delete(client);
      // It may be gone, which its stream tells.
      if (!isFault(error, "Unavailable")) stream.end("internal error");
    }
  }

  #node(client: ConnectedClient): XdsResource {
    return this.#packed("envoy.config.core.v3.Node", nodeOf(client), client.id);
  }

  #refusal(client: ConnectedClient, { type, acknowledgement }: Subscription): XdsResource {
    const { sentNonce, acceptedVersion, error = "", errorCode } = acknowledgement;
    const request = {
      node: { id: client.proxy.id },
      typeUrl: type,
      versionInfo: acceptedVersion,
      responseNonce: sentNonce,
      errorDetail: { code: errorCode, message: error },
    };
    return this.#packed("envoy.service.discovery.v3.DiscoveryRequest", request, client.id);
  }

  #packed<N extends keyof MessageTypes>(type: N, message: MessageTypes[N], name: string): XdsResource {
    return xdsResource(`type.googleapis.com/${type}`, name, this.#options.codec.encode(type, message));
  }
}
