import { CelFault } from "../fault.ts";
import { overloads } from "../overloads.ts";
import { CelOptional, type CelValue } from "../value.ts";

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === "") return true;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0;
  return value instanceof Map && value.size === 0;
}

/** Values that may be missing. `or`, `orValue`, `optMap` and `optFlatMap` are macros. */
export const optionals = overloads({
  "optional::none()": () => new CelOptional(),
  "optional::of(any)": (value) => new CelOptional(value),
  "optional::ofNonZeroValue(any)": (value) => new CelOptional(isZero(value) ? undefined : value),
  "optional.hasValue()": ({ value }) => value !== undefined,
  "optional.value()": ({ value }) => {
    if (value === undefined) throw new CelFault("the optional has no value");
    return value;
  },
});
