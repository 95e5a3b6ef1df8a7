import { isIP } from "node:net";
import type { AnalyzedObject } from "../analyzed-object.ts";
import type { Analyzer, ReportFinding } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import type { Part } from "../part.ts";

const ownNames = ["istio-validator", "istiod-default-validator", "istio-sidecar-injector"];

/** Finds webhooks that call a control plane outside of the cluster by an unusable URL. */
export const externalControlPlane: Analyzer = {
  name: "externalcontrolplane.ExternalControlPlaneAnalyzer",
  doc: "Webhooks reach an external control plane by a host name.",
  codes: ["IST0163", "IST0164"],
  run({ cluster, report }) {
    const configurations = [...cluster.all(kindRefs.validatingWebhook), ...cluster.all(kindRefs.mutatingWebhook)];
    for (const configuration of configurations) {
      if (!ownNames.some((name) => configuration.name.startsWith(name))) continue;
      for (const webhook of configuration.root.at("webhooks").items()) checkUrl(configuration, webhook, report);
    }
  },
};

function checkUrl(configuration: AnalyzedObject, webhook: Part, report: ReportFinding): void {
  const client = webhook.at("clientConfig");
  // The control plane is in this cluster.
  if (client.at("service").exists) return;
  const url = client.at("url");
  const name = webhook.at("name").text;
  const host = URL.parse(url.text)?.hostname ?? "";
  if (host === "") {
    const message = `must be a URL with the control plane's host: webhook '${name}' has '${url.text}'`;
    report("IST0163", configuration, url, message);
  } else if (isIP(host.replace(/^\[(.*)\]$/, "$1")) > 0) {
    report("IST0164", configuration, url, `should have a host name: webhook '${name}' calls the address ${host}`);
  }
}
