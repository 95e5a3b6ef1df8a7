import { CelFault } from "./fault.ts";
import { CelCidr, CelIp } from "./ip.ts";
import { CelQuantity } from "./quantity.ts";
import { CelUrl } from "./url.ts";
import {
  CelDuration,
  CelFormat,
  CelOptional,
  CelTimestamp,
  CelType,
  type CelTypeName,
  type CelTypes,
  type CelValue,
} from "./value.ts";

const classes: readonly [abstract new (...args: never[]) => object, CelTypeName][] = [
  [Map, "map"],
  [CelDuration, "duration"],
  [CelTimestamp, "timestamp"],
  [CelOptional, "optional"],
  [CelQuantity, "quantity"],
  [CelUrl, "url"],
  [CelIp, "ip"],
  [CelCidr, "cidr"],
  [CelType, "type"],
  [CelFormat, "format"],
  [Uint8Array, "bytes"],
];

/** The type of a value, by the name that function signatures use. */
export function typeName(value: CelValue): CelTypeName {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "double";
    default:
      if (value === null) return "null";
      if (Array.isArray(value)) return "list";
      return classes.find(([type]) => value instanceof type)?.[1] ?? "any";
  }
}

/** Whether the value is of the type; every value is of the type `any`. */
export function isOf<N extends CelTypeName>(value: CelValue, name: N): value is CelTypes[N] {
  return name === "any" || typeName(value) === name;
}

/** The value, which must be of the type. */
export function expect<N extends CelTypeName>(value: CelValue, name: N, what: string): CelTypes[N] {
  if (isOf(value, name)) return value;
  throw new CelFault(`${what} must be ${name}, not ${typeName(value)}`);
}

const publicNames: { readonly [N in CelTypeName]?: string } = {
  null: "null_type",
  duration: "google.protobuf.Duration",
  timestamp: "google.protobuf.Timestamp",
  optional: "optional_type",
  url: "kubernetes.URL",
  quantity: "kubernetes.Quantity",
  format: "kubernetes.NamedFormat",
  ip: "net.IP",
  cidr: "net.CIDR",
};

/** The type of a value as expressions see it. */
export function typeOf(value: CelValue): CelType {
  const name = typeName(value);
  return new CelType(publicNames[name] ?? name);
}
