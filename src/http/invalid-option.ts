import { FairwayError } from "../base/fault.ts";

/** What is wrong with an option: it is missing, must not be there, is none of the known values, or is not well formed. */
export type OptionFault = "Required" | "Forbidden" | "NotSupported" | "Invalid";

/** The fault of a request with an option that cannot be used; `options` names the sort, such as `ListOptions`. */
export function invalidOption(options: string, field: string, fault: OptionFault, message: string): FairwayError {
  return new FairwayError("Invalid", `${options} is invalid: ${field}: ${message}`, {
    details: { group: "meta.k8s.io", kind: options, causes: [{ reason: `FieldValue${fault}`, message, field }] },
  });
}
