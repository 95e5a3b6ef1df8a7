import type { IstioCondition, IstioStatus, WorkloadEntry } from "../../api/index.ts";

/** What a workload's agent says of its health. */
export interface HealthReport {
  readonly healthy: boolean;
  /** Why it is not healthy; empty if it is. */
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The condition of a WorkloadEntry that says how its workload does. */
const type = "Healthy";

/** Whether the entry says of its workload's health anything at all. */
export function tellsHealth({ status }: WorkloadEntry): boolean {
  return conditionOf(status) !== undefined;
}

/** The entry with what was reported; the very same if it says so already. Other conditions stay. */
export function withHealth(entry: WorkloadEntry, { healthy, message, at }: HealthReport): WorkloadEntry {
  const old = conditionOf(entry.status);
  const status = healthy ? "True" : "False";
  if (old?.status === status && (old.message ?? "") === message) return entry;
  const time = new Date(at).toISOString();
  const condition: IstioCondition = {
    type,
    status,
    lastProbeTime: time,
    lastTransitionTime: old?.status === status ? (old.lastTransitionTime ?? time) : time,
    ...(message !== "" && { message }),
  };
  return { ...entry, status: { ...entry.status, conditions: [...others(entry.status), condition] } };
}

/** The entry without a word of its workload's health, of which nobody knows any more. */
export function withoutHealth(entry: WorkloadEntry): WorkloadEntry {
  return { ...entry, status: { ...entry.status, conditions: others(entry.status) } };
}

function conditionOf(status: IstioStatus | undefined): IstioCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

function others(status: IstioStatus | undefined): IstioCondition[] {
  return (status?.conditions ?? []).filter((condition) => condition.type !== type);
}
