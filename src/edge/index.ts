/**
 * The wrapper of an edge node, between kube-proxy and the API server. Nodes, Services and endpoints come in from the
 * server; clients on the node get the same lists and watches, with the endpoints of the node's own place only and versions
 * of the wrapper's own. What is known is on disk too, so that clients are served while the server is away. All other
 * requests are handed on. How it behaves is in docs/edge.md.
 */
export { EdgeServer, type EdgeServerOptions, type Way } from "./edge-server.ts";
export { FollowedState, type FollowedStateOptions } from "./followed-state.ts";
export { type ServedKind, servedKinds } from "./served-kinds.ts";
