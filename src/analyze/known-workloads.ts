import type { GroupKind } from "../api/index.ts";
import { isSuperset, type Labels } from "../base/labels.ts";
import type { AnalyzedObject } from "./analyzed-object.ts";
import { kindRefs } from "./kind-refs.ts";
import type { Part } from "./part.ts";

/** A pod, or the template from which an object makes its pods. */
export interface KnownWorkload {
  readonly object: AnalyzedObject;
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** The metadata and the spec of the pod. */
  readonly metadata: Part;
  readonly spec: Part;
  /** Whether it has a sidecar or will get one, or is in ambient mode. */
  readonly inMesh: boolean;
  /** Whether its traffic is known to go through a node's ztunnel. */
  readonly ambient: boolean;
}

interface Source {
  all(kind: GroupKind): readonly AnalyzedObject[];
  namespaceLabels(name: string): Labels;
}

const templated = [kindRefs.deployment, kindRefs.statefulSet, kindRefs.daemonSet];

/** The label, and of old the annotation, by which a pod asks for a sidecar or for none. */
export const injectKey = "sidecar.istio.io/inject";

/** All workloads. Files mostly hold templates and clusters hold both, so that either must do. */
export function knownWorkloads(source: Source): readonly KnownWorkload[] {
  const pods = source.all(kindRefs.pod).map((object) => workload(object, object.root, source));
  const templates = templated.flatMap((kind) =>
    source.all(kind).map((object) => workload(object, object.root.at("spec", "template"), source)),
  );
  return [...pods, ...templates];
}

/** The workloads that a selector of labels selects. An empty selector selects all. */
export function selected(workloads: readonly KnownWorkload[], selector: Labels): readonly KnownWorkload[] {
  return workloads.filter(({ labels }) => isSuperset(labels, selector));
}

/** The containers of a pod; sidecars may be among the init containers. */
export function containersOf(spec: Part): readonly Part[] {
  return [...spec.at("containers").items(), ...spec.at("initContainers").items()];
}

/** The container of the proxy. */
export function proxyContainer(spec: Part): Part | undefined {
  return containersOf(spec).find((container) => container.at("name").text === "istio-proxy");
}

/** Whether a namespace asks for ambient mode: a label that asks for sidecars outweighs it. */
export function isAmbient(labels: Labels): boolean {
  const sidecars = labels["istio-injection"] === "enabled" || (labels["istio.io/rev"] ?? "") !== "";
  return labels["istio.io/dataplane-mode"] === "ambient" && !sidecars;
}

function workload(object: AnalyzedObject, pod: Part, source: Source): KnownWorkload {
  const metadata = pod.at("metadata");
  const spec = pod.at("spec");
  const labels = metadata.at("labels").labels();
  const annotations = metadata.at("annotations").labels();
  const ambient = annotations["ambient.istio.io/redirection"] === "enabled";
  const asked = labels[injectKey] ?? annotations[injectKey];
  const namespace = source.namespaceLabels(object.namespace);
  const injected = asked === undefined ? namespace["istio-injection"] === "enabled" : asked === "true";
  const hasProxy = (proxyContainer(spec)?.at("image").text ?? "") !== "";
  const inMesh = ambient || hasProxy || injected;
  return { object, namespace: object.namespace, labels, annotations, metadata, spec, inMesh, ambient };
}
