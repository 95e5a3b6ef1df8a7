/** Whose listener it is: of calls that a workload makes, of calls to it, or of a gateway. */
export type ListenerClass = "outbound" | "inbound" | "gateway";
