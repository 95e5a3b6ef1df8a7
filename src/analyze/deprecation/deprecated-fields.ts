import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

/** Kinds that Istio once had. */
const removedKinds = ["ClusterRbacConfig", "RbacConfig", "ServiceRole", "ServiceRoleBinding"];

/** Finds fields and kinds that Istio has given up. */
export const deprecatedFields: Analyzer = {
  name: "deprecation.FieldAnalyzer",
  doc: "No field or kind is used that Istio has given up.",
  codes: ["IST0002"],
  run({ cluster, report }) {
    for (const virtualService of cluster.all(kindRefs.virtualService)) {
      for (const route of virtualService.root.at("spec", "http").items()) {
        const percent = route.at("fault", "delay", "percent");
        if ((percent.number ?? 0) <= 0) continue;
        report("IST0002", virtualService, percent, "should be `percentage`: whole percents are deprecated");
      }
    }
    for (const sidecar of cluster.all(kindRefs.sidecar)) {
      const proxy = sidecar.root.at("spec", "outboundTrafficPolicy", "egressProxy");
      if (proxy.exists) report("IST0002", sidecar, proxy, "should not be set: it is deprecated and ignored");
    }
    for (const crd of cluster.all(kindRefs.crd)) {
      const kind = crd.root.at("spec", "names", "kind");
      if (crd.root.at("spec", "group").text !== "rbac.istio.io" || !removedKinds.includes(kind.text)) continue;
      report("IST0002", crd, kind, `should not be used: Istio has no ${kind.text} any more; use AuthorizationPolicy`);
    }
  },
};
