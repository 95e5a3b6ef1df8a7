/**
 * Looks for what does not fit together in the objects of a mesh: references that lead nowhere, objects that contradict
 * each other, settings without effect. Documents come in, valid or not; findings go out, each with Istio's code for it,
 * the object, the field and its place in the file. Pure: no state and no I/O.
 */
export { type AnalyzeOptions, analyze, type ClusterDocuments } from "./analyze.ts";
export type { Analyzer, Finding } from "./analyzer.ts";
export { allAnalyzers } from "./analyzers.ts";
export { type AnalysisCode, type AnalysisMessage, analysisMessages } from "./messages.ts";
export { parseSuppression, type Suppression } from "./suppression.ts";
