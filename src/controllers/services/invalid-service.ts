import { FairwayError } from "../../base/fault.ts";

/** The fault of a Service one of whose fields cannot be as it is. */
export function invalidService(name: string, field: string, message: string): FairwayError {
  return new FairwayError("Invalid", `Service "${name}" is invalid: ${field}: ${message}`, {
    details: { name, group: "", kind: "Service", causes: [{ reason: "FieldValueInvalid", message, field }] },
  });
}
