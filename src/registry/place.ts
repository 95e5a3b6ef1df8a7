import type { Labels } from "../base/labels.ts";
import { type Locality, nowhere, parseLocality } from "../core/index.ts";
import { wellKnown } from "./well-known.ts";

/** The locality that a workload's label `istio-locality` says; dots stand for slashes, which labels cannot have. */
export function localityOfLabel(labels: Labels): Locality | undefined {
  const label = labels[wellKnown.locality];
  if (!label) return undefined;
  return parseLocality(label.includes("/") ? label : label.replaceAll(".", "/"));
}

/** The locality that a node's labels say. */
export function localityOfNode(labels: Labels): Locality {
  const region = labels[wellKnown.region] || labels[wellKnown.oldRegion] || "";
  const zone = labels[wellKnown.zone] || labels[wellKnown.oldZone] || "";
  const subzone = labels[wellKnown.subzone] || "";
  return region === "" && zone === "" && subzone === "" ? nowhere : { region, zone, subzone };
}

/** Where a workload runs. */
export interface Place {
  readonly cluster: string;
  readonly network: string;
  readonly locality: Locality;
  readonly node: string;
}

/** A workload's labels with those that say where it runs, by which subsets and failover may choose. */
export function placedLabels(labels: Labels, { cluster, network, locality, node }: Place): Labels {
  return {
    ...labels,
    ...(locality.region && { [wellKnown.region]: locality.region }),
    ...(locality.zone && { [wellKnown.zone]: locality.zone }),
    ...(locality.subzone && { [wellKnown.subzone]: locality.subzone }),
    ...(cluster && { [wellKnown.cluster]: cluster }),
    ...(network && { [wellKnown.network]: network }),
    ...(node && { [wellKnown.node]: node }),
  };
}
