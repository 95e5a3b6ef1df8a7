import type { AnalyzedObject } from "../analyzed-object.ts";
import type { ClusterView } from "../cluster-view.ts";
import { kindRefs } from "../kind-refs.ts";
import type { Part } from "../part.ts";
import { isIstioAnnotation } from "./known-annotations.ts";

/** An annotation of Istio's, and where it stands. */
export interface FoundAnnotation {
  readonly object: AnalyzedObject;
  /** Kind of what it is on: a template of pods counts as a pod. */
  readonly target: string;
  readonly name: string;
  readonly value: string;
  readonly at: Part;
  /** What is annotated. */
  readonly annotated: Part;
}

/** All annotations of Istio's on the kinds that people annotate. */
export function istioAnnotations(cluster: ClusterView): readonly FoundAnnotation[] {
  const { namespace, service, pod, deployment } = kindRefs;
  return [namespace, service, pod, deployment].flatMap((kind) =>
    cluster.all(kind).flatMap((object) => {
      const own = annotationsOf(object, object.kind, object.root);
      if (kind !== deployment) return own;
      return [...own, ...annotationsOf(object, "Pod", object.root.at("spec", "template"))];
    }),
  );
}

function annotationsOf(object: AnalyzedObject, target: string, annotated: Part): readonly FoundAnnotation[] {
  return annotated
    .at("metadata", "annotations")
    .entries()
    .filter(([name]) => isIstioAnnotation(name))
    .map(([name, at]) => ({ object, target, name, value: at.text, at, annotated }));
}
