import type { Check } from "../schema/schema.ts";

const quantity = /^[+-]?(\d+\.?\d*|\.\d+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,3})?$/;

/** Whether the text is a Kubernetes quantity, such as `100m`, `1.5Gi` or `1e3`. */
export function validQuantity(text: string): boolean {
  return text.length <= 64 && quantity.test(text);
}

/** A Kubernetes quantity; plain numbers are quantities too. */
export const isQuantity: Check<number | string> = (value, report) => {
  if (!validQuantity(String(value))) report("FW0210", `must be a quantity such as '100m' or '1Gi', not '${value}'`);
};
