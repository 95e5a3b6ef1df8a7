import { didYouMean } from "../../base/did-you-mean.ts";
import type { Analyzer, ReportFinding } from "../analyzer.ts";
import { injectKey } from "../known-workloads.ts";
import { type FoundAnnotation, istioAnnotations } from "./annotated-parts.ts";
import { type KnownAnnotation, knownAnnotations } from "./known-annotations.ts";

/** Finds annotations that do not exist, stand on the wrong kind, are deprecated or have a malformed value. */
export const annotationPlacement: Analyzer = {
  name: "annotations.K8sAnalyzer",
  doc: "Istio's annotations exist, stand where they take effect, and have sound values.",
  codes: ["IST0107", "IST0108", "IST0125", "IST0135"],
  run({ cluster, report }) {
    for (const found of istioAnnotations(cluster)) {
      const known = knownAnnotations.get(found.name);
      if (known) check(found, known, report);
      else {
        const hint = didYouMean(found.name, knownAnnotations.keys());
        report(
          "IST0108",
          found.object,
          found.at,
          `must be an annotation that Istio has; '${found.name}' is none${hint}`,
        );
      }
    }
  },
};

function check(found: FoundAnnotation, known: KnownAnnotation, report: ReportFinding): void {
  const { object, name, at, value, target, annotated } = found;
  // Who sets the label too means it for control planes that still look at the annotation.
  const kept = name === injectKey && annotated.at("metadata", "labels", injectKey).exists;
  if (known.deprecated !== undefined && !kept) {
    const instead = known.deprecated === "" ? "it will go without a successor" : `use ${known.deprecated}`;
    report("IST0135", object, at, `should not use the deprecated annotation '${name}'; ${instead}`);
  }
  if (!known.on.some((kind) => kind === "Any" || kind === target)) {
    report(
      "IST0107",
      object,
      at,
      `must be on ${known.on.join(" or ")} to have an effect; this is on ${target}: '${name}'`,
    );
    return;
  }
  const fault = known.fault?.(value);
  if (fault !== undefined) report("IST0125", object, at, `${fault} ('${name}')`);
}
