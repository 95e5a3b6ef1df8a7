import type { Resource } from "../../api/index.ts";
import { isObject, jsonEqual } from "../../base/json.ts";

/** How a grid does, for its condition `Ready`. */
export interface GridState {
  readonly ready: boolean;
  /** A word for programs. */
  readonly reason: string;
  readonly message: string;
}

/** The status with the condition `Ready`, whose time changes with its status only; other conditions stay. */
export function gridStatus(
  grid: Resource,
  state: GridState,
  fields: { readonly [field: string]: unknown },
  now: number,
): object {
  const before = conditionsOf(grid);
  const status = state.ready ? "True" : "False";
  const old = before.find(({ type }) => type === "Ready");
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
  const ready = {
    type: "Ready",
    status,
    observedGeneration: grid.metadata.generation ?? 0,
    lastTransitionTime: old?.status === status ? old.lastTransitionTime : time,
    reason: state.reason,
    message: state.message,
  };
  return { ...fields, conditions: [...before.filter(({ type }) => type !== "Ready"), ready] };
}

/** Whether the grid's status says something else by now than it should. */
export function saysOtherwise(grid: Resource, state: GridState): boolean {
  const ready = conditionsOf(grid).find(({ type }) => type === "Ready");
  const { reason, message, status } = ready ?? {};
  return !jsonEqual(
    { reason, message, status },
    { ...state, ready: undefined, status: state.ready ? "True" : "False" },
  );
}

function conditionsOf(grid: Resource): readonly { readonly [field: string]: unknown }[] {
  const status = isObject(grid.status) ? grid.status : {};
  return Array.isArray(status.conditions) ? status.conditions.filter(isObject) : [];
}
