/**
 * From what the mesh decided to what Envoy is told: pure, in two steps. Planning says which resources a view has, and for
 * each a key; building makes the resource from its key alone. Every resource knows the objects it came from.
 */

export { type EnvoyCodec, loadEnvoyCodec } from "./envoy-codec.ts";
export { encodeNameTable } from "./name-table/encode-name-table.ts";
export type { NameTable } from "./name-table/name-table.ts";
export { isTrue } from "./node-flag.ts";
export { type Part, type PartPlan, partsOf } from "./parts.ts";
export { type Built, type Plan, plan } from "./plan.ts";
export { type CacheStatistics, PlanCache } from "./plan-cache.ts";
export { secretNames } from "./references.ts";
export { type ResourceList, resourceMessages } from "./resource-messages.ts";
export {
  type BuildFailure,
  buildAll,
  planAll,
  plansOf,
  type Resource,
  type Translation,
  translate,
} from "./translate.ts";
export { type KeySetSource, type View, viewOf } from "./view.ts";
export { viewProblems } from "./view-problems.ts";
