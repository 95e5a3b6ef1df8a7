/**
 * Loops that read the store and write back what follows from it. Each is given the store's port, does one job, and can
 * be started and closed. What stands: kinds from CustomResourceDefinitions.
 */
export { CustomKinds } from "./custom-kinds.ts";
