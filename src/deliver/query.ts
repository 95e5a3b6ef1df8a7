import type { ConnectedClient } from "./delivery-events.ts";
import type { XdsResource } from "./xds-resource.ts";

/** The answer to a question. */
export interface QueryAnswer {
  readonly resources: readonly XdsResource[];
  /** Who answers (`control_plane.identifier`); absent: it is not said. */
  readonly controlPlane?: string;
}

/** Answers a question about some names, once; a fault ends the stream with its message. */
export type Query = (names: readonly string[], asker: ConnectedClient) => Promise<QueryAnswer>;

/**
 * Types that are not configuration but questions, such as `istio.io/debug/syncz`: each request is answered from what is
 * true at that moment, and nothing is remembered of it. Undefined for types that are watched.
 */
export type Queries = (type: string) => Query | undefined;
