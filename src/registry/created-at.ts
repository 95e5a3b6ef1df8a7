/** Milliseconds since the epoch of an object's time stamp; 0 without one. */
export function createdAt(timestamp: string | undefined): number {
  return Date.parse(timestamp ?? "") || 0;
}
