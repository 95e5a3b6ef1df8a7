import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

type Version = readonly [major: number, minor: number, patch: number];

/** The oldest release of the Gateway API with which objects of a kind can be read. */
const minimum: ReadonlyMap<string, Version> = new Map<string, Version>([
  ["backendtlspolicies.gateway.networking.k8s.io", [1, 4, 0]],
  ["grpcroutes.gateway.networking.k8s.io", [1, 1, 0]],
  ["tlsroutes.gateway.networking.k8s.io", [1, 5, 0]],
]);

const annotation = "gateway.networking.k8s.io/bundle-version";

/** Finds definitions of the Gateway API that are too old: objects of their kinds would be passed over. */
export const gatewayApiVersion: Analyzer = {
  name: "k8sgateway.CRDVersionAnalyzer",
  doc: "The installed Gateway API is recent enough.",
  codes: ["IST0176"],
  run({ cluster, report }) {
    for (const crd of cluster.all(kindRefs.crd)) {
      const needed = minimum.get(crd.name);
      const at = crd.root.at("metadata", "annotations", annotation);
      const installed = parse(at.text);
      if (!needed || !installed || !isBelow(installed, needed)) continue;
      report(
        "IST0176",
        crd,
        at,
        `should be v${needed.join(".")} or later: objects of this kind are passed over till then`,
      );
    }
  },
};

/** A release before its final version counts as that. */
function parse(text: string): Version | undefined {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:[-+].*)?$/.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
}

function isBelow(a: Version, b: Version): boolean {
  return (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) < 0;
}
