import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { proxyContainer } from "../known-workloads.ts";
import { selects } from "../labels.ts";

/** Finds workloads that leave their proxy's image to injection, and do not get any. */
export const automaticImages: Analyzer = {
  name: "injection.ImageAutoAnalyzer",
  doc: "Workloads with `image: auto` are injected.",
  codes: ["IST0146", "IST0147"],
  run({ cluster, report }) {
    const webhooks = cluster
      .all(kindRefs.mutatingWebhook)
      .flatMap((configuration) => configuration.root.at("webhooks").items())
      .filter((webhook) => webhook.at("name").text.endsWith("istio.io"));
    for (const { object, namespace, labels, spec } of cluster.workloads) {
      const image = proxyContainer(spec)?.at("image");
      if (image?.text !== "auto") continue;
      // Injection replaces the image of a pod when it is created: one that still has it was not injected.
      if (object.kind === kindRefs.pod.kind) {
        report("IST0147", object, image, "must be an image: `auto` is left to injection, which this pod did not get");
        continue;
      }
      const matched = webhooks.some(
        (webhook) =>
          selects(webhook.at("namespaceSelector"), cluster.namespaceLabels(namespace)) &&
          selects(webhook.at("objectSelector"), labels),
      );
      if (matched) continue;
      const why = "`auto` is left to injection, and no webhook selects this workload";
      report("IST0146", object, image, `should be an image, or the workload be labelled for injection: ${why}`);
    }
  },
};
