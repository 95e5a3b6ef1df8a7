import type { OutboundView } from "../view.ts";

/** What planning sees of proxies as the senders of connections. */
export interface CallerView extends OutboundView {
  /** The proxy's own address; only if it is one of those that others call pods of a service by. */
  readonly ownAddress?: string | undefined;
}
