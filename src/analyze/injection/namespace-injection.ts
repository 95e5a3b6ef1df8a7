import { isObject } from "../../base/json.ts";
import type { Labels } from "../../base/labels.ts";
import type { AnalyzedObject } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import { isSystemNamespace } from "../istio-own.ts";
import { kindRefs } from "../kind-refs.ts";
import { injectKey, proxyContainer } from "../known-workloads.ts";
import { injectorValues } from "./injector-values.ts";

/** Finds namespaces that do not say clearly whether they are in the mesh, and pods that should have a proxy. */
export const namespaceInjection: Analyzer = {
  name: "injection.Analyzer",
  doc: "Namespaces say whether they are in the mesh, and pods of those that are have a proxy.",
  codes: ["IST0102", "IST0103", "IST0123", "IST0148"],
  run(context) {
    const { cluster, controlPlaneNamespace } = context;
    const injected = new Set<string>();
    for (const namespace of cluster.all(kindRefs.namespace)) {
      if (namespace.name === controlPlaneNamespace || isSystemNamespace(namespace.name)) continue;
      if (checkNamespace(namespace, context)) injected.add(namespace.name);
    }
    for (const pod of cluster.all(kindRefs.pod)) if (injected.has(pod.namespace)) checkPod(pod, context);
  },
};

/** The labels that put a namespace into the mesh, each in a way of its own. */
function choicesOf(labels: Labels): readonly string[] {
  return [
    ...(labels["istio-injection"] ? ["istio-injection"] : []),
    ...(labels["istio.io/rev"] === undefined ? [] : ["istio.io/rev"]),
    ...(labels["istio.io/dataplane-mode"] === "ambient" ? ["istio.io/dataplane-mode"] : []),
  ];
}

/** Returns whether pods of the namespace get a sidecar. */
function checkNamespace(namespace: AnalyzedObject, { cluster, report }: AnalysisContext): boolean {
  const at = namespace.root.at("metadata", "labels");
  const { labels } = namespace;
  if (labels["istio-injection"] === "disabled") return false;
  const choices = choicesOf(labels);
  if (choices.length > 1) {
    report(
      "IST0123",
      namespace,
      at,
      `should have only one of ${choices.join(", ")}: which of them counts is undefined`,
    );
    return false;
  }
  if (choices.length === 0) {
    const webhook = injectorValues(cluster, undefined)?.["sidecarInjectorWebhook"];
    const byDefault = isObject(webhook) && webhook["enableNamespacesByDefault"] === true;
    const choose = "label it `istio-injection=enabled` or `istio-injection=disabled`";
    if (byDefault) report("IST0148", namespace, at, `should say so: the namespace is injected by default; ${choose}`);
    else report("IST0102", namespace, at, `should say whether the namespace is in the mesh; ${choose}`);
    return false;
  }
  return labels["istio-injection"] === "enabled" || labels["istio.io/rev"] !== undefined;
}

function checkPod(pod: AnalyzedObject, { report }: AnalysisContext): void {
  const spec = pod.root.at("spec");
  const asked = pod.labels[injectKey] ?? pod.annotations[injectKey] ?? "";
  // The host's network is not the pod's to redirect.
  if (asked.toLowerCase() === "false" || spec.at("hostNetwork").value === true) return;
  if ((proxyContainer(spec)?.at("image").text ?? "") !== "") return;
  report("IST0103", pod, spec.at("containers"), "should have a proxy, as its namespace asks: restart its workload");
}
