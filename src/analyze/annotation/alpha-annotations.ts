import type { Analyzer } from "../analyzer.ts";
import { type FoundAnnotation, istioAnnotations } from "./annotated-parts.ts";
import { knownAnnotations } from "./known-annotations.ts";

/** With Istio's CNI plugin these get onto every pod. */
const setByCni = new Set([
  "sidecar.istio.io/interceptionMode",
  "traffic.sidecar.istio.io/includeInboundPorts",
  "traffic.sidecar.istio.io/excludeInboundPorts",
  "traffic.sidecar.istio.io/includeOutboundIPRanges",
]);

/** Finds annotations whose feature is not ready for production. Optional: many of them are in wide use. */
export const alphaAnnotations: Analyzer = {
  name: "maturity.AlphaAnalyzer",
  doc: "No annotation belongs to an alpha feature.",
  codes: ["IST0136"],
  optional: true,
  run({ cluster, report }) {
    for (const found of istioAnnotations(cluster)) {
      const known = knownAnnotations.get(found.name);
      if (known?.stage !== "alpha" || known.written || isFromCni(found)) continue;
      report(
        "IST0136",
        found.object,
        found.at,
        `should not be built on in production: '${found.name}' is an alpha feature`,
      );
    }
  },
};

/** Without the CNI plugin a container of the pod sets the rules up, and the annotations are the user's. */
function isFromCni({ name, target, annotated }: FoundAnnotation): boolean {
  const containers = annotated.at("spec", "initContainers").items();
  return target === "Pod" && setByCni.has(name) && !containers.some((c) => c.at("name").text === "istio-init");
}
