import type { HttpConnectionManager } from "../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { Connection } from "./connection.ts";
import type { DynamicMetadata } from "./metadata-match.ts";
import type { RouteInput } from "./route-match.ts";
import type { SelectedRoute } from "./selected-route.ts";
import type { Answered, Decision } from "./trace.ts";

export type HttpFilter = NonNullable<HttpConnectionManager["httpFilters"]>[number];

/** What a filter has to decide by. */
export interface HttpFilterInput extends RouteInput {
  readonly connection: Connection;
  /** Absent if no route matches: the router, which comes last, answers then. */
  readonly selected?: SelectedRoute;
}

/** What an HTTP filter does to a request. */
export interface HttpFilterVerdict {
  readonly decision: Exclude<Decision, "chosen">;
  readonly text: string;
  /** The answer with which the filter ends the request. */
  readonly answer?: Answered;
  /** Metadata it sets, under its own name. */
  readonly metadata?: DynamicMetadata;
  /** The object that decided, as a path. */
  readonly config?: string;
}
