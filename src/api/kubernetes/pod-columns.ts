import { column } from "../columns.ts";
import type { PrinterColumn } from "../kind.ts";
import type { ObjectMeta } from "../resource.ts";
import type { ContainerState, ContainerStatus } from "./container-status.ts";
import type { PodSpec } from "./pod-spec.ts";
import type { PodStatus } from "./pod-status.ts";

const none = "<none>";

/** The pod, as far as its columns look at it. */
interface Pod {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status?: PodStatus | undefined;
}

/** What `kubectl get pods` shows in one line. */
interface PodSummary {
  readonly ready: number;
  readonly total: number;
  readonly status: string;
  readonly restarts: number;
}

const isSidecar = (pod: Pod, name: string): boolean =>
  pod.spec.initContainers?.some((c) => c.name === name && c.restartPolicy === "Always") ?? false;

const conditionHolds = (status: PodStatus, type: string): boolean =>
  status.conditions?.some((c) => c.type === type && c.status === "True") ?? false;

function terminationText({ reason, signal, exitCode }: NonNullable<ContainerState["terminated"]>): string {
  return reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);
}

/** The init container that holds the others up, if there is one, as text. */
function initText(pod: Pod, status: ContainerStatus, index: number): string | undefined {
  const { terminated, waiting } = status.state ?? {};
  if (terminated?.exitCode === 0) return undefined;
  if (isSidecar(pod, status.name) && status.started) return undefined;
  if (terminated) return `Init:${terminationText(terminated)}`;
  if (waiting?.reason && waiting.reason !== "PodInitializing") return `Init:${waiting.reason}`;
  return `Init:${index}/${pod.spec.initContainers?.length ?? 0}`;
}

interface Progress {
  /** What holds the pod up; absent when the containers may run. */
  readonly text: string | undefined;
  readonly ready: number;
  readonly restarts: number;
  readonly sidecarRestarts: number;
}

function initProgress(pod: Pod, status: PodStatus): Progress {
  let [ready, restarts, sidecarRestarts] = [0, 0, 0];
  for (const [i, container] of (status.initContainerStatuses ?? []).entries()) {
    restarts += container.restartCount;
    const sidecar = isSidecar(pod, container.name);
    if (sidecar) sidecarRestarts += container.restartCount;
    const text = initText(pod, container, i);
    if (text !== undefined) return { text, ready, restarts, sidecarRestarts };
    if (sidecar && container.ready && !container.state?.terminated) ready += 1;
  }
  return { text: undefined, ready, restarts, sidecarRestarts };
}

function mainReason(status: PodStatus, before: string): string {
  let reason = before;
  let running = false;
  for (const { state, ready } of [...(status.containerStatuses ?? [])].reverse()) {
    if (state?.waiting?.reason) reason = state.waiting.reason;
    else if (state?.terminated) reason = terminationText(state.terminated);
    else if (ready && state?.running) running = true;
  }
  if (reason !== "Completed" || !running) return reason;
  return conditionHolds(status, "Ready") ? "Running" : "NotReady";
}

/** Ready containers, state and restarts of a pod, in the words of `kubectl get pods`. */
export function summarizePod(pod: Pod): PodSummary {
  const status = pod.status ?? {};
  const sidecars = pod.spec.initContainers?.filter((c) => c.restartPolicy === "Always").length ?? 0;
  const gated = status.conditions?.some((c) => c.type === "PodScheduled" && c.reason === "SchedulingGated");
  const first = gated ? "SchedulingGated" : status.reason || status.phase || "Pending";
  const init = initProgress(pod, status);
  const main = init.text === undefined || conditionHolds(status, "Initialized");
  const statuses = main ? (status.containerStatuses ?? []) : [];
  const restarts = main ? init.sidecarRestarts : init.restarts;
  return {
    total: pod.spec.containers.length + sidecars,
    ready: init.ready + statuses.filter((c) => c.ready && c.state?.running).length,
    restarts: statuses.reduce((sum, c) => sum + c.restartCount, restarts),
    status: deletionText(pod, status) ?? (main ? mainReason(status, init.text ?? first) : (init.text ?? first)),
  };
}

function deletionText(pod: Pod, status: PodStatus): string | undefined {
  if (!pod.metadata.deletionTimestamp) return undefined;
  if (status.reason === "NodeLost") return "Unknown";
  return status.phase === "Succeeded" || status.phase === "Failed" ? undefined : "Terminating";
}

function gatesText(pod: Pod): string {
  const gates = pod.spec.readinessGates ?? [];
  if (gates.length === 0) return none;
  const held = gates.filter((gate) => conditionHolds(pod.status ?? {}, gate.conditionType)).length;
  return `${held}/${gates.length}`;
}

const wide = { priority: 1 } as const;

/** The columns of `kubectl get pods`. */
export const podColumns: readonly PrinterColumn[] = [
  column<Pod>(
    "Ready",
    (pod) => `${summarizePod(pod).ready}/${summarizePod(pod).total}`,
    "Ready containers out of all.",
  ),
  column<Pod>("Status", (pod) => summarizePod(pod).status, "What the pod does, or what holds it up."),
  column<Pod>("Restarts", (pod) => String(summarizePod(pod).restarts), "How often its containers restarted."),
  column<Pod>("IP", (pod) => pod.status?.podIPs?.[0]?.ip || pod.status?.podIP || none, "Address of the pod.", wide),
  column<Pod>("Node", (pod) => pod.spec.nodeName || none, "Node that runs the pod.", wide),
  column<Pod>(
    "Nominated Node",
    (pod) => pod.status?.nominatedNodeName || none,
    "Node that is being freed for the pod.",
    wide,
  ),
  column<Pod>("Readiness Gates", gatesText, "Readiness gates that hold out of all.", wide),
];
