import type { KindDefinition, ResourceKey } from "../../api/index.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { alreadyExists, notFound } from "../object-faults.ts";

/** A server's refusal in the words of the store's port. */
export function storeFault(kind: KindDefinition, key: ResourceKey, error: unknown): FairwayError {
  const fault = FairwayError.from(error);
  const { name, kind: plural } = fault.details;
  if (isFault(fault, "AlreadyExists")) return alreadyExists(key);
  if (!isFault(fault, "NotFound")) return fault;
  if (name === key.name && (plural === undefined || plural === kind.plural)) return notFound(key);
  if (name !== undefined) return fault;
  const message = `the API server does not have ${kind.kind}: install ${kind.plural}.${kind.group}`;
  return new FairwayError("NotFound", message, { cause: fault });
}
