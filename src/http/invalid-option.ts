import { FairwayError } from "../base/fault.ts";

/** What is said of an option of a request that has a value which it cannot have. */
export function invalidOption(field: string, message: string): FairwayError {
  return new FairwayError("Invalid", `${field}: ${message}`, {
    details: { causes: [{ reason: "FieldValueInvalid", message, field }] },
  });
}
