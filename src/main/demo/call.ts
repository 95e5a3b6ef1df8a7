/** One call between parts of the demo, as the caller saw it; or a mirrored one, as its receiver did. */
export interface Call {
  readonly from: string;
  /** The service that was called. */
  readonly to: string;
  /** Which version answered; empty if no workload did, but a proxy on the way. */
  readonly version: string;
  /** A copy that Envoy sent, whose answer nobody waits for. */
  readonly mirrored: boolean;
  readonly ok: boolean;
  /** Milliseconds until the whole answer was there. */
  readonly latency: number;
  /** What the route put on the answer, to be told from other routes; empty if it puts nothing there. */
  readonly mark: string;
  /** When it ended, in milliseconds on the clock that never goes back. */
  readonly at: number;
}
