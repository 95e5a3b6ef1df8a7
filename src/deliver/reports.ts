import type { ConnectedClient } from "./delivery-events.ts";

/** Takes what a client tells of itself: that all is well, or what is not. It is not answered. */
export type Report = (client: ConnectedClient, problem: string | undefined) => void;

/**
 * Types by which clients tell something instead of asking for it: a request with an error detail says what is wrong, one
 * without that nothing is. Undefined for all others.
 */
export type Reports = (type: string) => Report | undefined;
