/** A condition of an object that no controller has looked at yet. */
export function waiting(type: string) {
  return {
    type,
    status: "Unknown",
    reason: "Pending",
    message: "Waiting for controller",
    lastTransitionTime: "1970-01-01T00:00:00Z",
  } as const;
}
