/**
 * Loops that read the store and write back what follows from it. Each is given the store's port, does one job, and can
 * be started and closed. What stands: kinds from CustomResourceDefinitions; what is made of SuperEdge's grids.
 */
export { CustomKinds } from "./custom-kinds.ts";
export { GridController } from "./grids/grid-controller.ts";
export { serviceGridType } from "./grids/service-grid-type.ts";
export { deploymentGridType, statefulSetGridType } from "./grids/workload-grid-type.ts";
