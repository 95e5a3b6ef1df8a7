import { parseDuration } from "../../../../base/duration.ts";
import { CelFault } from "../fault.ts";
import { formatCidr, formatIp } from "../ip.ts";
import { int64 } from "../operators.ts";
import { overloads } from "../overloads.ts";
import { formatTimestamp, parseTimestamp } from "../time.ts";
import { typeOf } from "../type-name.ts";
import { CelDuration, CelTimestamp } from "../value.ts";

function conversion(type: string, text: string): never {
  throw new CelFault(`'${text.slice(0, 100)}' cannot be made ${type}`);
}

const truths = new Set(["1", "t", "true", "TRUE", "True"]);
const falsehoods = new Set(["0", "f", "false", "FALSE", "False"]);

/** From one type to another. */
export const conversions = overloads({
  "dyn(any)": (value) => value,
  "type(any)": (value) => typeOf(value),

  "int(int)": (value) => value,
  "int(double)": (value) =>
    Number.isFinite(value) ? int64(BigInt(Math.trunc(value))) : conversion("int", String(value)),
  "int(string)": (text) =>
    /^[+-]?\d{1,20}$/.test(text) ? int64(BigInt(text.replace(/^\+/, ""))) : conversion("int", text),
  "int(timestamp)": (time) => time.nanos / 1_000_000_000n,

  "double(double)": (value) => value,
  "double(int)": (value) => Number(value),
  "double(string)": (text) =>
    /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : conversion("double", text),

  "bool(bool)": (value) => value,
  "bool(string)": (text) => truths.has(text) || (falsehoods.has(text) ? false : conversion("bool", text)),

  "bytes(bytes)": (value) => value,
  "bytes(string)": (text) => new TextEncoder().encode(text),

  "string(string)": (text) => text,
  "string(int)": (value) => String(value),
  "string(double)": (value) => String(value),
  "string(bool)": (value) => String(value),
  "string(bytes)": (value) => new TextDecoder("utf-8", { fatal: false }).decode(value),
  "string(duration)": (value) => `${Number(value.nanos) / 1e9}s`,
  "string(timestamp)": (value) => formatTimestamp(value),
  "string(ip)": (value) => formatIp(value),
  "string(cidr)": (value) => formatCidr(value),

  "duration(duration)": (value) => value,
  "duration(string)": (text) => {
    const ms = parseDuration(text);
    return ms === undefined ? conversion("duration", text) : new CelDuration(int64(BigInt(Math.round(ms * 1e6))));
  },
  "timestamp(timestamp)": (value) => value,
  "timestamp(int)": (seconds) => new CelTimestamp(seconds * 1_000_000_000n),
  "timestamp(string)": (text) => parseTimestamp(text) ?? conversion("timestamp", text),
});
