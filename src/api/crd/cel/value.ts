import type { CelCidr, CelIp } from "./ip.ts";
import type { CelQuantity } from "./quantity.ts";
import type { CelUrl } from "./url.ts";

/** A span of time in nanoseconds. */
export class CelDuration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A point in time, in nanoseconds since 1970. */
export class CelTimestamp {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A value that may be missing. */
export class CelOptional {
  readonly value: CelValue | undefined;
  constructor(value?: CelValue) {
    this.value = value;
  }
}

/** A type as a value, as in `type(x) == string`. */
export class CelType {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A named form of text that values can be checked against. */
export class CelFormat {
  readonly name: string;
  /** What is wrong with a text; empty: nothing. */
  readonly faults: (text: string) => readonly string[];
  constructor(name: string, faults: (text: string) => readonly string[]) {
    this.name = name;
    this.faults = faults;
  }
}

/** A list whose order does not count when it is compared: Kubernetes' list types `set` and `map`. */
export class UnorderedList extends Array<CelValue> {}

/** A list of values. */
export type CelList = readonly CelValue[];
/** Maps, and objects by the names of their fields as CEL writes them. */
export type CelMap = ReadonlyMap<CelValue, CelValue>;

/** Any value of an expression. Integers are bigint, doubles are number. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | CelList
  | CelMap
  | CelDuration
  | CelTimestamp
  | CelOptional
  | CelType
  | CelFormat
  | CelUrl
  | CelIp
  | CelCidr
  | CelQuantity;

/** The types by the names that function signatures use. */
export interface CelTypes {
  readonly any: CelValue;
  readonly null: null;
  readonly bool: boolean;
  readonly int: bigint;
  readonly double: number;
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly list: CelList;
  readonly map: CelMap;
  readonly duration: CelDuration;
  readonly timestamp: CelTimestamp;
  readonly optional: CelOptional;
  readonly type: CelType;
  readonly format: CelFormat;
  readonly url: CelUrl;
  readonly ip: CelIp;
  readonly cidr: CelCidr;
  readonly quantity: CelQuantity;
}

/** The name of a type in function signatures. */
export type CelTypeName = keyof CelTypes;
