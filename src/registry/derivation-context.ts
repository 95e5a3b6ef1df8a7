import { keyOf, type Node, type Resource, type ResourceKey } from "../api/index.ts";
import { flatText } from "../base/flat-text.ts";
import { isSuperset, type Labels } from "../base/labels.ts";
import type { Locality, Workload } from "../core/index.ts";
import { NetworkRanges } from "./network-ranges.ts";
import type { ObjectIndex } from "./object-index.ts";
import type { NodeAddresses, OriginContext, WorkloadKind } from "./origin.ts";
import { localityOfNode } from "./place.ts";
import type { RegistrySettings } from "./registry-settings.ts";
import type { SnapshotDraft } from "./snapshot-draft.ts";
import { labelsOf, spiffeId } from "./workload-context.ts";
import type { WorkloadIndex } from "./workload-index.ts";
import { objectId } from "./workload-key.ts";

/** What is noted when the nodes were looked at, all of them. */
export const allNodes = "nodes";

/** What is noted when workloads were looked for at an address. */
export function addressNote(namespace: string, address: string): string {
  return flatText("", "@", namespace, "/", address);
}

/** What everything is made from. */
export interface DerivationInput {
  readonly settings: RegistrySettings;
  readonly objects: ObjectIndex;
  readonly workloads: WorkloadIndex;
  readonly draft: SnapshotDraft;
  /** Told of objects that cannot be read. Objects come from outside: one such must not stop the others. */
  readonly report: (key: ResourceKey, message: string) => void;
}

/** The objects and workloads as they are, for who makes something from them; what they read is noted in `read`. */
export class DerivationContext implements OriginContext {
  readonly settings: RegistrySettings;
  readonly ranges: NetworkRanges;
  /** Notes of what was read since it was last emptied. */
  readonly read = new Set<string>();
  /** Pods that were asked for and are not known, since somebody last began to count. */
  missingPods = 0;
  readonly #objects: ObjectIndex;
  readonly #workloads: WorkloadIndex;
  readonly #draft: SnapshotDraft;

  readonly #report: DerivationInput["report"];
  /** Made once, because what many workloads have in common should take room once. */
  readonly #localities = new Map<string, Locality>();
  readonly #identities = new Map<string, string>();

  constructor({ settings, objects, workloads, draft, report }: DerivationInput) {
    this.settings = settings;
    this.ranges = new NetworkRanges(settings.networks, settings.clusterId);
    this.#objects = objects;
    this.#workloads = workloads;
    this.#draft = draft;
    this.#report = report;
  }

  fenced<T>(object: Resource, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      this.#report(keyOf(object), error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  nodeLocality(name: string): Locality {
    return kept(this.#localities, name, () => localityOfNode(labelsOf(this.#objects.get("Node", "", name))));
  }

  identity(namespace: string, account: string): string {
    return kept(this.#identities, `${namespace}/${account}`, () =>
      spiffeId(this.settings.trustDomain, namespace, account),
    );
  }

  namespaceLabels(name: string): Labels {
    return labelsOf(this.#objects.get("Namespace", "", name));
  }

  pod(namespace: string, name: string): Workload | undefined {
    const key = objectId("Pod", namespace, name);
    this.read.add(key);
    const workload = this.#draft.workload(key);
    if (!workload) this.missingPods += 1;
    return workload;
  }

  workloadAt(namespace: string, address: string): Workload | undefined {
    this.read.add(addressNote(namespace, address));
    const found = this.#draft
      .workloadsAt(address)
      .filter((workload) => workload.namespace === namespace && workload.origin.kind === "Pod");
    return found.length === 1 ? found[0] : undefined;
  }

  selected(namespace: string, selector: Labels, kinds: readonly WorkloadKind[]): readonly Workload[] {
    return kinds.flatMap((kind) => this.#workloads.selected(kind, namespace, selector));
  }

  nodes(labels: Labels): readonly NodeAddresses[] {
    this.read.add(allNodes);
    const nodes = this.#objects.all("Node") as readonly Node[];
    return nodes
      .filter((node) => isSuperset(labelsOf(node), labels))
      .flatMap((node) => this.fenced(node, () => externalAddresses(node)) ?? []);
  }
}

function externalAddresses({ metadata, status }: Node): NodeAddresses {
  const external = (status?.addresses ?? []).flatMap(({ type, address }) => (type === "ExternalIP" ? address : []));
  return { name: metadata.name ?? "", external };
}

function kept<V>(values: Map<string, V>, key: string, make: () => V): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
