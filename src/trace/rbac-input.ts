import type { SocketPlace } from "./call.ts";
import type { HttpRequest } from "./http-request.ts";
import type { DynamicMetadata } from "./metadata-match.ts";
import type { Downstream } from "./tls-termination.ts";

/** What access rules look at. */
export interface RbacInput {
  readonly destination: SocketPlace;
  readonly source: SocketPlace;
  /** Empty if none is known. */
  readonly serverName: string;
  readonly downstream: Downstream;
  readonly metadata: DynamicMetadata;
  /** Metadata of the route that was chosen. */
  readonly routeMetadata?: DynamicMetadata;
  /** Absent on the level of connections: rules on requests do not match there. */
  readonly request?: HttpRequest;
}
