/**
 * The words that several folders share, and the ports between them: types and pure functions, no state, no I/O. The
 * first port is the store of versioned objects.
 */
export type {
  DeleteOptions,
  Propagation,
  ResourceHistory,
  ResourceList,
  ResourceStore,
  Revision,
  Watch,
  WatchEvent,
  WatchOptions,
} from "./resource-store.ts";
