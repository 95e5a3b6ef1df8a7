import { validQuantity } from "../../../checks/quantity.ts";
import { CelFault } from "../fault.ts";
import { overloads } from "../overloads.ts";
import { CelQuantity, parseQuantity, wholeQuantity } from "../quantity.ts";

function quantity(text: string): CelQuantity {
  const found = parseQuantity(text);
  if (!found) throw new CelFault(`'${text.slice(0, 100)}' is not a quantity`);
  return found;
}

function asInteger(amount: CelQuantity): bigint {
  const whole = wholeQuantity(amount);
  if (whole === undefined) throw new CelFault("the quantity is not a whole number of 64 bits");
  return whole;
}

const order = (a: bigint, b: bigint) => (a < b ? -1n : a > b ? 1n : 0n);

/** Kubernetes' quantities. */
export const quantities = overloads({
  "isQuantity(string)": (text) => validQuantity(text),
  "quantity(string)": (text) => quantity(text),
  "quantity.sign()": ({ nanos }) => order(nanos, 0n),
  "quantity.isInteger()": (amount) => wholeQuantity(amount) !== undefined,
  "quantity.asInteger()": (amount) => asInteger(amount),
  "quantity.asApproximateFloat()": ({ nanos }) => Number(nanos) / 1e9,
  "quantity.isGreaterThan(quantity)": (a, b) => a.nanos > b.nanos,
  "quantity.isLessThan(quantity)": (a, b) => a.nanos < b.nanos,
  "quantity.compareTo(quantity)": (a, b) => order(a.nanos, b.nanos),
  "quantity.add(quantity)": (a, b) => new CelQuantity(a.nanos + b.nanos),
  "quantity.add(int)": (a, b) => new CelQuantity(a.nanos + b * 10n ** 9n),
  "quantity.sub(quantity)": (a, b) => new CelQuantity(a.nanos - b.nanos),
  "quantity.sub(int)": (a, b) => new CelQuantity(a.nanos - b * 10n ** 9n),
});
