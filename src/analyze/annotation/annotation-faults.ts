import { isIP } from "node:net";

type Fault = (value: string) => string | undefined;

const words = (value: string): readonly string[] => value.split(",").map((word) => word.trim());
const isPort = (word: string): boolean => /^\d{1,5}$/.test(word) && Number(word) <= 65_535;

function isRange(word: string): boolean {
  const [address = "", length, more] = word.split("/");
  const version = isIP(address);
  return (
    version > 0 && more === undefined && /^\d{1,3}$/.test(length ?? "") && Number(length) <= (version === 4 ? 32 : 128)
  );
}

const needs =
  (holds: (value: string) => boolean, form: string): Fault =>
  (value) =>
    holds(value) ? undefined : `must be ${form}, not '${value}'`;

/** The forms that values of Istio's annotations have: what is wrong with a value, if anything. */
export const annotationFaults = {
  count: needs((value) => /^\d{1,10}$/.test(value), "a number from 0"),
  flag: needs((value) => /^(?:true|false)$/i.test(value), "`true` or `false`"),
  mode: needs((value) => /^(?:REDIRECT|TPROXY|NONE)$/.test(value), "REDIRECT, TPROXY or NONE"),
  ports: needs((value) => value.trim() === "" || words(value).every(isPort), "ports separated by commas"),
  portsOrAll: needs(
    (value) => value.trim() === "" || value === "*" || words(value).every(isPort),
    "`*`, or ports separated by commas",
  ),
  ranges: needs(
    (value) => value.trim() === "" || value === "*" || words(value).every(isRange),
    "`*`, or address ranges separated by commas",
  ),
} as const satisfies { readonly [form: string]: Fault };
