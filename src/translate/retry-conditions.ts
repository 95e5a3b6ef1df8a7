import type { RetryPolicy } from "../gen/envoy/config/route/v3.ts";

/** Numbers among the conditions are status codes, which Envoy wants by themselves. */
export function retryConditions(text: string): Pick<RetryPolicy, "retryOn" | "retriableStatusCodes"> {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const codes = parts.filter((part) => /^\d+$/.test(part)).map(Number);
  const conditions = parts.filter((part) => !/^\d+$/.test(part));
  if (codes.length === 0) return { retryOn: conditions.join(",") };
  const needed = "retriable-status-codes";
  const retryOn = conditions.includes(needed) ? conditions : [...conditions, needed];
  return { retryOn: retryOn.join(","), retriableStatusCodes: codes };
}
