import { styleText } from "node:util";
import type { LogLine } from "./log.ts";

/** One JSON object per line. User data cannot break the line: JSON escapes control characters. */
export function jsonLine(line: LogLine): string {
  const { level, time, scope, message, fields } = line;
  const head = { level, time: new Date(time).toISOString(), scope, msg: message };
  return `${JSON.stringify({ ...head, ...plain(fields) })}\n`;
}

const colours = { error: "red", warn: "yellow", info: "green", debug: "gray" } as const;

/** The form for people: time, level, scope, message, then `key=value`. */
export function textLine(line: LogLine, colour: boolean): string {
  const level = line.level.padEnd(5);
  const parts = [
    new Date(line.time).toISOString().slice(11, 23),
    colour ? styleText(colours[line.level], level, { validateStream: false }) : level,
    line.scope.padEnd(8),
    printable(line.message),
  ];
  for (const [key, value] of Object.entries(plain(line.fields))) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    parts.push(`${key}=${/^[\w./:@+-]+$/.test(text) ? text : printable(JSON.stringify(text))}`);
  }
  return `${parts.join(" ")}\n`;
}

/** Text that is safe on a terminal and on one line: control and bidirectional characters are spelled out. */
export function printable(text: string): string {
  const unsafe = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
  return text.replace(unsafe, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function plain(fields: LogLine["fields"]): LogLine["fields"] {
  let shown: { [key: string]: unknown } | undefined;
  for (const key in fields) {
    const value = fields[key];
    if (!(value instanceof Error)) continue;
    shown ??= { ...fields };
    shown[key] = describe(value);
  }
  return shown ?? fields;
}

/** An error with what caused it: `cannot open x: no such file`. */
function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${describe(error.cause)}` : error.message;
}
