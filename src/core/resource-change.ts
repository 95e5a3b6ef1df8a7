import type { Resource, ResourceKey } from "../api/index.ts";

/** One object that came, changed or went. Objects are in their kind's stored version. */
export interface ResourceChange {
  readonly key: ResourceKey;
  /** Absent if the object is new. */
  readonly before?: Resource;
  /** Absent if the object is gone. */
  readonly after?: Resource;
}
