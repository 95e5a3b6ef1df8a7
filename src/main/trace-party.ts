import { keyOf, type Resource } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import { isSuperset, type Labels } from "../base/labels.ts";
import { parseProxy } from "../core/index.ts";
import type { OfflineMesh } from "./offline-mesh.ts";

/** A workload that calls or is called, as the files have it. */
export interface Party {
  readonly namespace: string;
  readonly name: string;
  /** Empty of something that is only described, such as a Deployment. */
  readonly address: string;
  readonly labels: Labels;
  /** SPIFFE identity. */
  readonly identity: string;
  readonly serviceAccount: string;
  /** What runs beside it, or what it is: a sidecar, a gateway, or nothing of the mesh. */
  readonly proxy: "sidecar" | "gateway" | "none";
}

/** `app/web-1`. */
export function partyName({ namespace, name }: Party): string {
  return `${namespace}/${name}`;
}

/** The workload of a name: a Pod, a WorkloadEntry, or what makes Pods. A Pod goes before what made it. */
export function findParty(mesh: OfflineMesh, name: string): Party | undefined {
  const [namespace, own] = name.includes("/") ? name.split("/", 2) : ["default", name];
  const inNamespace = mesh.resources.filter((resource) => keyOf(resource).namespace === namespace);
  for (const kinds of [["Pod", "WorkloadEntry"], workloadKinds]) {
    const found = inNamespace.find((each) => kinds.includes(each.kind) && keyOf(each).name === own);
    const party = found && (podOf(inNamespace, found, mesh) ?? partyOf(mesh, found));
    if (party) return party;
  }
  return undefined;
}

/** The workload at an address. */
export function partyAt(mesh: OfflineMesh, address: string): Party | undefined {
  const found = mesh.resources.find(
    (resource) => ["Pod", "WorkloadEntry"].includes(resource.kind) && addressOf(resource) === address,
  );
  return found && partyOf(mesh, found);
}

/** What the party's proxy says of itself when it asks for its configuration. */
export function proxyOf(mesh: OfflineMesh, { namespace, name, address, labels, serviceAccount, proxy }: Party) {
  const domain = `${namespace}.svc.${mesh.snapshot.settings.domainSuffix}`;
  return parseProxy({
    id: `${proxy === "gateway" ? "router" : "sidecar"}~${address || "127.0.0.1"}~${name}.${namespace}~${domain}`,
    metadata: {
      NAMESPACE: namespace,
      LABELS: labels,
      SERVICE_ACCOUNT: serviceAccount,
      CLUSTER_ID: "Kubernetes",
      INSTANCE_IPS: address,
      ISTIO_VERSION: "1.31.0",
    },
  });
}

const workloadKinds: readonly string[] = ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"];

/** A Pod of something that makes Pods, if the files have one with its labels. */
function podOf(resources: readonly Resource[], maker: Resource, mesh: OfflineMesh): Party | undefined {
  if (!workloadKinds.includes(maker.kind)) return undefined;
  const wanted = labelsOf(maker);
  const pod = resources.find((each) => each.kind === "Pod" && isSuperset(labelsOf(each), wanted));
  return pod && partyOf(mesh, pod);
}

function partyOf(mesh: OfflineMesh, resource: Resource): Party {
  const { namespace = "", name } = keyOf(resource);
  const { trustDomain } = mesh.snapshot.settings;
  const labels = labelsOf(resource);
  const serviceAccount = text(templateOf(resource)["spec"], "serviceAccountName", "serviceAccount") || "default";
  return {
    namespace,
    name,
    address: addressOf(resource),
    labels,
    serviceAccount,
    identity: `spiffe://${trustDomain}/ns/${namespace}/sa/${serviceAccount}`,
    proxy: isGateway(mesh, labels) ? "gateway" : hasSidecar(resource, labels) ? "sidecar" : "none",
  };
}

/** Whether a Gateway chooses workloads of these labels. */
function isGateway(mesh: OfflineMesh, labels: Labels): boolean {
  return mesh.resources.some(({ kind, apiVersion, ...rest }) => {
    if (kind !== "Gateway" || !apiVersion.startsWith("networking.istio.io/")) return false;
    const selector = field(rest["spec"], "selector");
    return isObject(selector) && Object.keys(selector).length > 0 && isSuperset(labels, selector as Labels);
  });
}

/** What runs shows whether it was injected; what only describes is taken to be. */
function hasSidecar(resource: Resource, labels: Labels): boolean {
  if (resource.kind !== "Pod") return true;
  const annotations = field(resource["metadata"], "annotations");
  return labels["security.istio.io/tlsMode"] === "istio" || field(annotations, "sidecar.istio.io/status") !== undefined;
}

function addressOf(resource: Resource): string {
  return resource.kind === "Pod" ? text(resource["status"], "podIP") : text(resource["spec"], "address");
}

/** Of what makes Pods, the Pod that it makes. */
function templateOf(resource: Resource): { readonly [key: string]: unknown } {
  const template = field(resource["spec"], "template");
  return workloadKinds.includes(resource.kind) && isObject(template) ? template : { ...resource };
}

function labelsOf(resource: Resource): Labels {
  const labels =
    resource.kind === "WorkloadEntry"
      ? field(resource["spec"], "labels")
      : field(templateOf(resource)["metadata"], "labels");
  return isObject(labels) ? (labels as Labels) : {};
}

function field(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

function text(value: unknown, ...keys: readonly string[]): string {
  return keys.map((key) => field(value, key)).find((each): each is string => typeof each === "string") ?? "";
}
