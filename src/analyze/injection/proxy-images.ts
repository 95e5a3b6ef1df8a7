import type { Analyzer } from "../analyzer.ts";
import type { ClusterView } from "../cluster-view.ts";
import { kindRefs } from "../kind-refs.ts";
import { proxyContainer } from "../known-workloads.ts";
import { Part } from "../part.ts";
import { injectorValues } from "./injector-values.ts";

/** Finds namespaces whose proxies run another image than is injected now, as after an upgrade. */
export const proxyImages: Analyzer = {
  name: "injection.ImageAnalyzer",
  doc: "Proxies run the image that is injected now.",
  codes: ["IST0158"],
  run({ cluster, report }) {
    for (const namespace of cluster.all(kindRefs.namespace)) {
      const revision = namespace.labels["istio.io/rev"];
      if (namespace.labels["istio-injection"] !== "enabled" && revision === undefined) continue;
      const image = injectedImage(cluster, revision);
      if (image === undefined) continue;
      const others = cluster
        .all(kindRefs.pod)
        .filter((pod) => pod.namespace === namespace.name && !pod.annotations["sidecar.istio.io/proxyImage"])
        .filter((pod) => {
          const own = proxyContainer(pod.root.at("spec"))?.at("image").text ?? "";
          return own !== "" && withoutVariant(own) !== withoutVariant(image);
        });
      if (others.length === 0) continue;
      const names = others.map(({ name }) => name).join(", ");
      report("IST0158", namespace, namespace.root.at("metadata", "name"), `should run '${image}': restart ${names}`);
    }
  },
};

/** The image that the injector of a revision uses: a full name, or one made of hub and tag. */
function injectedImage(cluster: ClusterView, revision: string | undefined): string | undefined {
  const values = new Part(injectorValues(cluster, revision)).at("global");
  const image = values.at("proxy", "image").text;
  if (image === "" || image.includes("/")) return image || undefined;
  return `${values.at("hub").text}/${image}:${values.at("tag").scalar}`;
}

/** The variants of an image are of one version, and pods may choose among them. */
function withoutVariant(image: string): string {
  return image.replace(/-(?:distroless|debug)$/, "");
}
