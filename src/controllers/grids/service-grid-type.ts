import { gridServiceName, type ServiceGrid } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import type { GridType } from "./grid-type.ts";
import { gridAnnotations, gridLabels } from "./shared-parts.ts";

/** One Service per grid, whose clients stay in their place. */
export const serviceGridType: GridType = {
  grid: { group: "superedge.io", kind: "ServiceGrid" },
  child: { group: "", kind: "Service" },
  words: "service grid",
  perPlace: false,
  plan: (grid, key) => {
    const { template = {} } = (grid as ServiceGrid).spec ?? {};
    const wanted = {
      labels: gridLabels(grid, key),
      annotations: { ...gridAnnotations(grid), topologyKeys: JSON.stringify([key]) },
      spec: template as { readonly [field: string]: unknown },
    };
    return { wanted: new Map([[gridServiceName(grid.metadata.name ?? ""), wanted]]), faults: new Map() };
  },
  tidy: (grid) => grid,
  status: (_, [service]) => {
    const status = isObject(service?.status) ? service.status : {};
    return isObject(status.loadBalancer) ? { loadBalancer: status.loadBalancer } : {};
  },
};
