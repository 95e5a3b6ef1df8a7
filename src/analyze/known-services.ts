import type { GroupKind } from "../api/index.ts";
import { isSuperset, type Labels } from "../base/labels.ts";
import { isVisible, parseVisibility, type Visibility } from "../core/index.ts";
import { completeHost, coversHost, isWildcard } from "../mesh/index.ts";
import type { AnalyzedObject } from "./analyzed-object.ts";
import { kindRefs } from "./kind-refs.ts";

/** A host that traffic can be sent to. */
export interface KnownService {
  /** Full and in lower case; may be a wildcard. */
  readonly host: string;
  readonly namespace: string;
  readonly visibility: Visibility;
  readonly ports: readonly number[];
  /** Labels of its workloads; empty if it does not select any. */
  readonly selector: Labels;
  readonly object: AnalyzedObject;
}

/** All services, and ways to find them. */
export interface ServiceDirectory {
  readonly all: readonly KnownService[];
  readonly byHost: ReadonlyMap<string, readonly KnownService[]>;
  readonly wildcards: readonly KnownService[];
  /** Those of Kubernetes, by namespace. */
  readonly kubernetes: ReadonlyMap<string, readonly KnownService[]>;
}

/** The domain of Kubernetes services. */
const domain = "cluster.local";

/** The full name of a host as an object of a namespace writes it. */
export function fullHost(host: string, namespace: string): string {
  return completeHost(host, namespace, domain);
}

/** All services of Kubernetes and of service entries. */
export function knownServices(all: (kind: GroupKind) => readonly AnalyzedObject[]): ServiceDirectory {
  const kubernetes = all(kindRefs.service).map(kubernetesService);
  const services = [...kubernetes, ...all(kindRefs.serviceEntry).flatMap(entryServices)];
  return {
    all: services,
    byHost: Map.groupBy(services, ({ host }) => host),
    wildcards: services.filter(({ host }) => isWildcard(host)),
    kubernetes: Map.groupBy(kubernetes, ({ namespace }) => namespace),
  };
}

/** Where something is seen, as `exportTo` says; the empty words that a text list may hold do not count. */
export function visibilityOf(words: readonly string[], namespace: string): Visibility {
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== "");
  return parseVisibility(trimmed, namespace, "all");
}

/**
 * The service that a host means for an object of a namespace: the very host, else the wildcard that covers it. The
 * service must be seen where the object is, or where one of those sees it that the object is exported to.
 */
export function findService(
  services: ServiceDirectory,
  host: string,
  from: { readonly namespace: string; readonly exportTo: readonly string[] },
): KnownService | undefined {
  const wanted = fullHost(host, from.namespace);
  if (wanted === "") return undefined;
  const exported = visibilityOf(from.exportTo, from.namespace);
  const viewers = exported === "all" ? [from.namespace] : [...exported];
  const isSeen = ({ visibility }: KnownService) => viewers.some((viewer) => isVisible(visibility, viewer));
  return (
    services.byHost.get(wanted)?.find(isSeen) ??
    services.wildcards.find((service) => coversHost(service.host, wanted) && isSeen(service))
  );
}

/** Whether the service sends traffic to workloads with these labels in its namespace. */
export function selectsWorkload({ selector, namespace }: KnownService, of: { labels: Labels; namespace: string }) {
  return Object.keys(selector).length > 0 && namespace === of.namespace && isSuperset(of.labels, selector);
}

function kubernetesService(object: AnalyzedObject): KnownService {
  const { namespace, name, root, annotations } = object;
  const ports = root.at("spec", "ports").items();
  return {
    host: fullHost(name, namespace),
    namespace,
    visibility: visibilityOf((annotations["networking.istio.io/exportTo"] ?? "").split(","), namespace),
    ports: ports.flatMap((port) => port.at("port").number ?? []),
    selector: root.at("spec", "selector").labels(),
    object,
  };
}

function entryServices(object: AnalyzedObject): readonly KnownService[] {
  const { namespace, root } = object;
  const spec = root.at("spec");
  const common = {
    namespace,
    visibility: visibilityOf(spec.at("exportTo").texts(), namespace),
    ports: spec
      .at("ports")
      .items()
      .flatMap((port) => port.at("number").number ?? []),
    selector: spec.at("workloadSelector", "labels").labels(),
    object,
  };
  return spec
    .at("hosts")
    .texts()
    .map((host) => ({ ...common, host: host.toLowerCase() }));
}
