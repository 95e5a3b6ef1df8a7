import { stringify } from "yaml";
import { printable } from "../base/log-format.ts";
import type { Given, Terminal } from "./command.ts";

/** Prints data in the form that `-o` asks for; `table` makes the form for people. */
export function print(given: Given, terminal: Terminal, data: unknown, table: () => string): void {
  switch (given.text("output")) {
    case "json":
      return terminal.out(`${JSON.stringify(data, null, 2)}\n`);
    case "yaml":
      return terminal.out(stringify(data, { lineWidth: 0, aliasDuplicateObjects: false }));
    default:
      return terminal.out(table());
  }
}

/** Columns under upper-case headers, three spaces apart, as kubectl prints them. */
export function columns(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headers, ...rows.map((row) => row.map(printable))];
  const widths = headers.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? "").length)));
  return lines
    .map((line) => line.map((cell, i) => (i === line.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join("   "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
