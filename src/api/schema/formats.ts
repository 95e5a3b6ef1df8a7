import { isCidr, isIpAddress, isPort } from "../checks/address.ts";
import { isDuration } from "../checks/duration.ts";
import { type HostnameRule, isHostname } from "../checks/hostname.ts";
import { isQuantity } from "../checks/quantity.ts";
import { isRegex } from "../checks/regex.ts";
import { isBase64, isMicroTime, isTime, isUrl } from "../checks/text.ts";
import { intOrString, str, uint32 } from "./build.ts";
import type { IntOrStringSchema, NumberSchema, StringSchema } from "./schema.ts";

/** A duration as text, such as `5s`; `min` in milliseconds, 0 by default. */
export function duration(options: { readonly min?: number; readonly max?: number } = {}): StringSchema {
  return str({ wire: "duration", checks: [isDuration(options)] });
}

/** A time that travels as google.protobuf.Timestamp. */
export function timestamp(): StringSchema {
  return str({ wire: "timestamp", format: "date-time", checks: [isTime] });
}

/** A time as Kubernetes' Time message, in whole seconds. */
export function kubeTime(): StringSchema {
  return str({ wire: "kube-time", format: "date-time", checks: [isTime], nullable: true });
}

/** A time as Kubernetes' MicroTime message; its text has exactly six digits after the seconds. */
export function kubeMicroTime(): StringSchema {
  return str({ wire: "kube-micro-time", format: "date-time", checks: [isMicroTime], nullable: true });
}

/** An amount such as `100m` or `1Gi`; plain numbers are taken too. */
export function quantity(): IntOrStringSchema {
  return intOrString({ wire: "quantity", checks: [isQuantity] });
}

export function hostname(rule: HostnameRule): StringSchema {
  return str({ checks: [isHostname(rule)] });
}

/** A regular expression in RE2's language. */
export function regex(options: { readonly minLength?: number; readonly maxLength?: number } = {}): StringSchema {
  return str({ ...options, checks: [isRegex] });
}

export function ipAddress(): StringSchema {
  return str({ checks: [isIpAddress] });
}

export function cidr(): StringSchema {
  return str({ checks: [isCidr] });
}

/** A URL with one of the schemes. */
export function url(...schemes: readonly string[]): StringSchema {
  return str({ checks: [isUrl(schemes)] });
}

/** Bytes, written as base64. */
export function bytes(): StringSchema {
  return str({ format: "byte", wire: "bytes", checks: [isBase64] });
}

/** A port number as an unsigned integer, 1 to 65535. */
export function port(options: { readonly min?: number; readonly max?: number } = {}): NumberSchema {
  return uint32({ ...options, checks: [isPort] });
}
