/** The port that a node's metadata gives; undefined if it is none. Metadata is written by clients. */
export function portOf(value: unknown): number | undefined {
  const port = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isInteger(port) && port >= 0 && port <= 65535 ? port : undefined;
}
