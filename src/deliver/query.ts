import type { ConnectedClient } from "./delivery-events.ts";
import type { XdsResource } from "./xds-resource.ts";

/** The answer to a question. */
export interface QueryAnswer {
  readonly resources: readonly XdsResource[];
  /** Who answers (`control_plane.identifier`); absent: it is not said. */
  readonly controlPlane?: string;
}

/** The way back to who asked, for as long as the stream lasts. */
export interface AnswerStream {
  /** Sends one more answer; fails with Unavailable when the asker is gone. */
  send(answer: QueryAnswer): Promise<void>;
  /** Ends the stream with a reason. */
  end(reason: string): void;
}

/** Answers a question about some names, once or again and again; a fault ends the stream with its message. */
export type Query = (names: readonly string[], asker: ConnectedClient, stream: AnswerStream) => Promise<QueryAnswer>;

/**
 * Types that are not configuration but questions, such as `istio.io/debug/syncz`: each request is answered from what is
 * true at that moment, and the stream remembers nothing of it. Undefined for types that are watched.
 */
export type Queries = (type: string) => Query | undefined;
