import { meshGateway } from "../../api/index.ts";
import { isSubset, type Labels } from "../../base/labels.ts";

interface Conditions {
  readonly port?: number | undefined;
  readonly gateways?: readonly string[] | undefined;
  readonly sourceLabels?: Labels | undefined;
  readonly sourceNamespace?: string | undefined;
}

/** The workload whose connections are looked at. */
export interface ConnectionSource {
  readonly namespace: string;
  readonly labels: Labels;
}

/** Whether what the control plane knows of a connection fits a match: its port, and who makes it. */
export function holdsHere(match: Conditions, port: number, { namespace, labels }: ConnectionSource): boolean {
  const { gateways = [], sourceLabels = {}, sourceNamespace } = match;
  if (match.port && match.port !== port) return false;
  if (gateways.length > 0 && !gateways.includes(meshGateway)) return false;
  return isSubset(sourceLabels, labels) && (!sourceNamespace || sourceNamespace === namespace);
}
