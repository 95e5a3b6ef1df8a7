/** Whether a flag of a node's metadata is set: a text that Go reads as true. Metadata is written by clients. */
export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === "string" && ["1", "t", "T", "true", "TRUE", "True"].includes(value));
}
