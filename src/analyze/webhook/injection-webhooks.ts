import type { Labels } from "../../base/labels.ts";
import type { AnalyzedObject } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { selects } from "../labels.ts";
import type { Part } from "../part.ts";

interface Webhook {
  readonly owner: AnalyzedObject;
  readonly part: Part;
  /** `configuration/webhook`. */
  readonly name: string;
}

const revisionLabel = "istio.io/rev";

/** Finds injection webhooks that would inject a pod twice, or that call a service that does not exist. */
export const injectionWebhooks: Analyzer = {
  name: "webhook.Analyzer",
  doc: "Webhooks inject each pod once, and the service they call exists.",
  codes: ["IST0139"],
  run(context) {
    const webhooks = context.cluster.all(kindRefs.mutatingWebhook).flatMap(webhooksOf);
    checkOverlaps(webhooks, context);
    for (const { owner, part } of webhooks) {
      const service = part.at("clientConfig", "service");
      const [namespace, name] = [service.at("namespace").text, service.at("name").text];
      if (!service.exists || context.cluster.find(kindRefs.service, namespace, name)) continue;
      context.report("IST0139", owner, service, `must be a service that exists: there is no '${namespace}/${name}'`);
    }
  },
};

/** The webhooks of a configuration, if it is one of Istio's. */
function webhooksOf(owner: AnalyzedObject): readonly Webhook[] {
  const parts = owner.root.at("webhooks").items();
  const own = parts.some((part) => part.at("name").text.endsWith("istio.io"));
  const isIstio =
    own || parts.some((part) => revisionsOf(part).length > 0) || owner.labels[revisionLabel] !== undefined;
  return isIstio ? parts.map((part) => ({ owner, part, name: `${owner.name}/${part.at("name").text}` })) : [];
}

/** Each way in which a namespace and a pod can be labelled may match one webhook at the most. */
function checkOverlaps(webhooks: readonly Webhook[], { report }: AnalysisContext): void {
  const revisions = new Set(webhooks.flatMap(({ part }) => revisionsOf(part)));
  const namespaces = labelings("istio-injection", ["enabled", "disabled"], revisions);
  const pods = labelings("sidecar.istio.io/inject", ["true", "false"], revisions);
  for (const namespace of namespaces) {
    for (const pod of pods) {
      const matching = webhooks.filter(
        ({ part }) => selects(part.at("namespaceSelector"), namespace) && selects(part.at("objectSelector"), pod),
      );
      if (matching.length < 2) continue;
      for (const { owner, part, name } of matching) {
        const others = matching.filter((other) => other.name !== name).map((other) => other.name);
        if (others.length === 0) continue;
        const message = `must not select what others select too, or pods are injected twice: ${name} and ${others.join(", ")}`;
        report("IST0139", owner, part, message);
      }
    }
  }
}

function labelings(key: string, values: readonly string[], revisions: ReadonlySet<string>): readonly Labels[] {
  const plain: readonly Labels[] = [{}, ...values.map((value) => ({ [key]: value }))];
  const revised = [...revisions].flatMap((revision) =>
    plain.map((labels) => ({ ...labels, [revisionLabel]: revision })),
  );
  return [...plain, ...revised];
}

function revisionsOf(webhook: Part): readonly string[] {
  return ["namespaceSelector", "objectSelector"].flatMap((field) => {
    const selector = webhook.at(field);
    const exact = selector.at("matchLabels", revisionLabel).text;
    const expressions = selector.at("matchExpressions").items();
    const listed = expressions
      .filter((expression) => expression.at("key").text === revisionLabel)
      .flatMap((expression) => expression.at("values").texts());
    return [...(exact === "" ? [] : [exact]), ...listed];
  });
}
