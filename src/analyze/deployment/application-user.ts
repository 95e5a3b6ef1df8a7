import type { Analyzer } from "../analyzer.ts";
import { isControlPlane } from "../istio-own.ts";
import { kindRefs } from "../kind-refs.ts";

/** Traffic of this user is not redirected to the proxy, since it is the proxy's own. */
const proxyUser = 1337;

/** Finds applications that run as the proxy's user, whose traffic therefore passes the proxy by. */
export const applicationUser: Analyzer = {
  name: "deployment.ApplicationUIDAnalyzer",
  doc: "No application runs as the user whose traffic passes the proxy by.",
  codes: ["IST0144"],
  run({ cluster, report }) {
    for (const { object, spec } of cluster.workloads) {
      if (isControlPlane(object) || object.kind === kindRefs.daemonSet.kind) continue;
      const containers = spec
        .at("containers")
        .items()
        .filter((container) => !["istio-proxy", "istio-operator"].includes(container.at("name").text));
      for (const holder of [spec, ...containers]) {
        const user = holder.at("securityContext", "runAsUser");
        if (user.number !== proxyUser) continue;
        report("IST0144", object, user, `must be another user than ${proxyUser}, whose traffic never enters the proxy`);
      }
    }
  },
};
