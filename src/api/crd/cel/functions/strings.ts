import { CelFault } from "../fault.ts";
import { formatText } from "../format-text.ts";
import { overloads, type Runtime } from "../overloads.ts";
import { expect } from "../type-name.ts";
import type { CelList } from "../value.ts";

/** Texts are sequences of code points; only those beyond 16 bits make JavaScript's indexes differ. */
function points(text: string): string | readonly string[] {
  return /[\ud800-\udbff]/.test(text) ? [...text] : text;
}

function textOf(sequence: string | readonly string[], from: number, to: number): string {
  return typeof sequence === "string" ? sequence.slice(from, to) : sequence.slice(from, to).join("");
}

function indexIn(size: number, index: bigint): number {
  if (index < 0n || index > BigInt(size)) throw new CelFault(`the index ${index} is out of range`);
  return Number(index);
}

function substring(text: string, from: bigint, to?: bigint): string {
  const sequence = points(text);
  const start = indexIn(sequence.length, from);
  const end = to === undefined ? sequence.length : indexIn(sequence.length, to);
  if (start > end) throw new CelFault(`the range ${from} to ${to} is out of order`);
  return textOf(sequence, start, end);
}

/** Code points before an index of JavaScript. */
function pointIndex(text: string, index: number): bigint {
  return BigInt(index < 0 ? -1 : points(text.slice(0, index)).length);
}

function indexOf(text: string, sought: string, from: bigint): bigint {
  const sequence = points(text);
  const start = textOf(sequence, 0, indexIn(sequence.length, from)).length;
  return pointIndex(text, text.indexOf(sought, start));
}

function lastIndexOf(text: string, sought: string, from?: bigint): bigint {
  if (from === undefined) return pointIndex(text, text.lastIndexOf(sought));
  const sequence = points(text);
  const start = textOf(sequence, 0, indexIn(sequence.length, from)).length;
  return pointIndex(text, text.lastIndexOf(sought, start));
}

function replace(text: string, old: string, by: string, limit: bigint, { meter }: Runtime): string {
  const parts = old === "" ? ["", ...text, ""] : text.split(old);
  const count = limit < 0n ? parts.length - 1 : Math.min(Number(limit), parts.length - 1);
  meter.spend((count * by.length + text.length) / 10);
  return (
    parts
      .slice(0, count)
      .map((part) => part + by)
      .join("") + parts.slice(count).join(old)
  );
}

function split(text: string, separator: string, limit = -1n): CelList {
  if (limit === 0n) return [];
  const parts = separator === "" ? [...text] : text.split(separator);
  if (limit < 0n || parts.length <= Number(limit)) return parts;
  const last = Number(limit) - 1;
  return [...parts.slice(0, last), parts.slice(last).join(separator)];
}

function join(list: CelList, separator: string, { meter }: Runtime): string {
  const texts = list.map((item) => expect(item, "string", "an item to join"));
  meter.spend(texts.reduce((size, text) => size + text.length + separator.length, 0) / 10);
  return texts.join(separator);
}

const ascii = (text: string, letters: RegExp, change: (letters: string) => string) => text.replace(letters, change);

/** Go's form of a quoted text. */
function quote(text: string): string {
  const escapes: { readonly [character: string]: string } = {
    "\x07": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
    '"': '\\"',
  };
  return `"${[...text].map((character) => escapes[character] ?? character).join("")}"`;
}

/** Texts and bytes. */
export const strings = overloads({
  "size(string)": (text) => BigInt(points(text).length),
  "string.size()": (text) => BigInt(points(text).length),
  "string.contains(string)": (text, part) => text.includes(part),
  "string.startsWith(string)": (text, part) => text.startsWith(part),
  "string.endsWith(string)": (text, part) => text.endsWith(part),

  "string.charAt(int)": (text, index) => {
    const sequence = points(text);
    const at = indexIn(sequence.length, index);
    return textOf(sequence, at, at + 1);
  },
  "string.indexOf(string)": (text, sought) => indexOf(text, sought, 0n),
  "string.indexOf(string, int)": (text, sought, from) => indexOf(text, sought, from),
  "string.lastIndexOf(string)": (text, sought) => lastIndexOf(text, sought),
  "string.lastIndexOf(string, int)": (text, sought, from) => lastIndexOf(text, sought, from),
  "string.substring(int)": (text, from) => substring(text, from),
  "string.substring(int, int)": (text, from, to) => substring(text, from, to),
  "string.replace(string, string)": (text, old, by, runtime) => replace(text, old, by, -1n, runtime),
  "string.replace(string, string, int)": (text, old, by, limit, runtime) => replace(text, old, by, limit, runtime),
  "string.split(string)": (text, separator) => split(text, separator),
  "string.split(string, int)": (text, separator, limit) => split(text, separator, limit),
  "string.trim()": (text) => text.trim(),
  "string.lowerAscii()": (text) => ascii(text, /[A-Z]+/g, (letters) => letters.toLowerCase()),
  "string.upperAscii()": (text) => ascii(text, /[a-z]+/g, (letters) => letters.toUpperCase()),
  "string.reverse()": (text) => [...text].reverse().join(""),
  "string.format(list)": (text, values) => formatText(text, values),
  "strings::quote(string)": (text) => quote(text),

  "list.join()": (list, runtime) => join(list, "", runtime),
  "list.join(string)": (list, separator, runtime) => join(list, separator, runtime),

  "size(bytes)": (value) => BigInt(value.length),
  "bytes.size()": (value) => BigInt(value.length),
});
