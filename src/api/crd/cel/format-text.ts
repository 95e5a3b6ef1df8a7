import { CelFault } from "./fault.ts";
import { formatTimestamp } from "./time.ts";
import { expect, typeName } from "./type-name.ts";
import { CelDuration, type CelList, CelTimestamp, CelType, type CelValue } from "./value.ts";

const clause = /%(?:\.(\d{1,2}))?(.)?/gs;

/** Puts values into a text at its clauses `%s %d %f %e %b %o %x %X`; `%%` is a percent sign. */
export function formatText(text: string, values: CelList): string {
  let at = 0;
  return text.replace(clause, (_, precision: string | undefined, verb: string | undefined) => {
    if (verb === "%") return "%";
    const value = values[at++];
    if (value === undefined) throw new CelFault("there are fewer values than clauses to format");
    return formatClause(verb ?? "", value, precision === undefined ? 6 : Number(precision));
  });
}

function formatClause(verb: string, value: CelValue, precision: number): string {
  switch (verb) {
    case "s":
      return textOf(value);
    case "d":
      return typeof value === "number" ? String(value) : String(expect(value, "int", "the value of %d"));
    case "f":
      return numberOf(value, verb).toFixed(precision);
    case "e":
      return numberOf(value, verb)
        .toExponential(precision)
        .replace(/([+-])(\d)$/, "$10$2");
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : expect(value, "int", "the value of %b").toString(2);
    case "o":
      return expect(value, "int", "the value of %o").toString(8);
    case "x":
      return hexOf(value);
    case "X":
      return hexOf(value).toUpperCase();
    default:
      throw new CelFault(`'%${verb}' is not a clause to format`);
  }
}

function numberOf(value: CelValue, verb: string): number {
  if (typeof value === "bigint") return Number(value);
  return expect(value, "double", `the value of %${verb}`);
}

function hexOf(value: CelValue): string {
  if (typeof value === "string") return Buffer.from(value).toString("hex");
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return expect(value, "int", "the value of %x").toString(16);
}

function textOf(value: CelValue): string {
  if (value === null || typeof value === "boolean" || typeof value === "bigint" || typeof value === "number") {
    return String(value);
  }
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(", ")}]`;
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${textOf(key)}: ${textOf(item)}`);
    return `{${entries.sort().join(", ")}}`;
  }
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return `${Number(value.nanos) / 1e9}s`;
  if (value instanceof CelType) return value.name;
  throw new CelFault(`${typeName(value)} cannot be formatted`);
}
