import { FairwayError } from "../base/fault.ts";

/** The revision before the first change. Not 0, which Kubernetes' clients send to say "any version". */
export const firstRevision = 1;

/** A version as clients send it. What is not one is a BadRequest fault. */
export function parseRevision(version: string): number {
  if (!/^\d{1,15}$/.test(version)) {
    throw new FairwayError("BadRequest", `'${version}' is not a resource version of this store`);
  }
  return Number(version);
}

/** Throws an Expired fault if the state at `revision` was forgotten, a Timeout fault if it is still to come. */
export function checkRevision(revision: number, compacted: number, newest: number): void {
  if (revision < compacted) {
    throw new FairwayError("Expired", `version ${revision} is too old: what the store keeps begins at ${compacted}`);
  }
  if (revision > newest) {
    const message = `version ${revision} is too large: the store is at ${newest}`;
    throw new FairwayError("Timeout", message, { details: { retryAfterSeconds: 1 } });
  }
}
