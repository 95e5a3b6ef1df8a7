import type { KindCatalog, MeshConfig, Position, Severity } from "../api/index.ts";
import type { AnalyzedObject } from "./analyzed-object.ts";
import type { ClusterView } from "./cluster-view.ts";
import type { AnalysisCode } from "./messages.ts";
import type { Part } from "./part.ts";

/** What is wrong between objects, in the shape in which commands print problems. */
export interface Finding extends Position {
  readonly file: string;
  readonly kind: string;
  /** As written in the object; empty if it names none. */
  readonly namespace: string;
  readonly name: string;
  /** The field, such as `spec.http[0].route[0].destination`; empty for the object as a whole. */
  readonly path: string;
  readonly code: AnalysisCode;
  /** Istio's name of the code. */
  readonly type: string;
  readonly severity: Severity;
  readonly message: string;
}

/** How an analyzer tells of a finding: the field it is at, and a sentence in the "must …" form without the path. */
export type ReportFinding = (code: AnalysisCode, object: AnalyzedObject, at: Part, message: string) => void;

/** All that an analyzer may look at. */
export interface AnalysisContext {
  readonly cluster: ClusterView;
  /** All clusters, the one at hand included. */
  readonly clusters: readonly ClusterView[];
  readonly mesh: MeshConfig;
  /** Where policies for the whole mesh are. */
  readonly rootNamespace: string;
  readonly controlPlaneNamespace: string;
  readonly kinds: KindCatalog;
  readonly report: ReportFinding;
}

/** One sort of check over all objects of a mesh. Must not throw for what a user may write. */
export interface Analyzer {
  /** As istioctl calls it. */
  readonly name: string;
  /** Sentence for lists. */
  readonly doc: string;
  readonly codes: readonly AnalysisCode[];
  /** Runs once over all clusters, with the first one at hand, instead of once for each. */
  readonly acrossClusters?: boolean;
  /** Runs only if it is asked for: it finds more than most people want to hear. */
  readonly optional?: boolean;
  run(context: AnalysisContext): void;
}
