import type { DeliveryEvents } from "../deliver/index.ts";
import type { EnvironmentChange } from "../mesh/index.ts";

/** Somebody in the same process who follows what the control plane does. */
export interface Observer {
  /** The mesh changed, in whatever way that proxies may have to know. */
  changed(change: EnvironmentChange): void;
  /** What happens on the streams of proxies. */
  readonly delivery: DeliveryEvents;
}
