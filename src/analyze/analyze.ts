import { formatPath, type KindCatalog, type MeshConfig, type SourceDocument } from "../api/index.ts";
import { type AnalyzedObject, analyzedObject, idOf } from "./analyzed-object.ts";
import type { AnalysisContext, Analyzer, Finding, ReportFinding } from "./analyzer.ts";
import { defaultAnalyzers } from "./analyzers.ts";
import { clusterView } from "./cluster-view.ts";
import { defaultResources } from "./default-resources.ts";
import { meshInputs } from "./mesh-inputs.ts";
import { analysisMessages } from "./messages.ts";
import { isSuppressed, type Suppression } from "./suppression.ts";

/** The documents of one cluster. */
export interface ClusterDocuments {
  readonly cluster: string;
  readonly documents: readonly SourceDocument[];
}

export interface AnalyzeOptions {
  readonly kinds: KindCatalog;
  /** Which checks to make; default: all but the optional ones. */
  readonly analyzers?: readonly Analyzer[];
  /** Namespace of objects that name none; default: `default`. */
  readonly namespace?: string;
  /** Where the control plane runs; default: `istio-system`. */
  readonly controlPlaneNamespace?: string;
  /** Settings of the mesh; default: those in the ConfigMap `istio` among the documents, or else Istio's own. */
  readonly mesh?: MeshConfig;
  /** The networks of the mesh; default: those in that ConfigMap. */
  readonly networks?: SourceDocument;
  readonly suppressions?: readonly Suppression[];
}

/**
 * Looks for what does not fit together in the objects of a mesh. Objects need not be valid, and documents that are no
 * objects are passed over. Findings are in the order of the documents and of their places in them.
 */
export function analyze(inputs: readonly ClusterDocuments[], options: AnalyzeOptions): readonly Finding[] {
  const { kinds, namespace = "default", controlPlaneNamespace = "istio-system", suppressions = [] } = options;
  const placing = { kinds, namespace };
  const order = new Map<SourceDocument, number>();
  const clusters = inputs.map(({ cluster, documents }) => {
    for (const document of documents) order.set(document, order.size);
    const own = documents.flatMap((document) => analyzedObject(document, placing) ?? []);
    return { cluster, objects: [...own, ...defaultResources(controlPlaneNamespace, own, placing)] };
  });
  const { mesh, networks } = meshInputs(clusters[0]?.objects ?? [], controlPlaneNamespace, options);
  const views = clusters.map(({ cluster, objects }, i) =>
    clusterView(cluster, networks && i === 0 ? [...objects, networks] : objects),
  );
  const findings = new FindingList(suppressions, order);
  for (const analyzer of options.analyzers ?? defaultAnalyzers) {
    for (const cluster of analyzer.acrossClusters ? views.slice(0, 1) : views) {
      const context: AnalysisContext = {
        cluster,
        clusters: views,
        mesh,
        rootNamespace: mesh.rootNamespace || controlPlaneNamespace,
        controlPlaneNamespace,
        kinds,
        report: findings.reportOf(cluster.name),
      };
      analyzer.run(context);
    }
  }
  return findings.sorted();
}

/** Gathers findings: the same sentence about one object is told once, at the first place it holds for. */
class FindingList {
  readonly #found = new Map<string, { readonly finding: Finding; readonly order: number }>();
  readonly #suppressions: readonly Suppression[];
  readonly #order: ReadonlyMap<SourceDocument, number>;

  constructor(suppressions: readonly Suppression[], order: ReadonlyMap<SourceDocument, number>) {
    this.#suppressions = suppressions;
    this.#order = order;
  }

  reportOf(cluster: string): ReportFinding {
    return (code, object, at, message) => {
      const { document } = object;
      const id = [cluster, idOf(object), code, message].join("\n");
      if (!document || this.#found.has(id) || isSuppressed(code, object, this.#suppressions)) return;
      const { severity, type } = analysisMessages[code];
      const path = formatPath(at.path);
      const finding = {
        ...placeOf(object, document),
        ...document.locate(at.path),
        path,
        code,
        type,
        severity,
        message,
      };
      this.#found.set(id, { finding, order: this.#order.get(document) ?? this.#order.size });
    };
  }

  sorted(): readonly Finding[] {
    return [...this.#found.values()]
      .sort(
        (a, b) =>
          a.order - b.order ||
          a.finding.line - b.finding.line ||
          a.finding.column - b.finding.column ||
          (a.finding.code < b.finding.code ? -1 : 1),
      )
      .map(({ finding }) => finding);
  }
}

function placeOf({ kind, givenNamespace, name }: AnalyzedObject, { file }: SourceDocument) {
  return { file, kind, namespace: givenNamespace, name };
}
