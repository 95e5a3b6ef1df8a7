import { styleText } from "node:util";
import type { SourceProblem } from "../api/index.ts";
import { printable } from "../base/log-format.ts";
import type { Terminal } from "./command.ts";

/** A problem of whatever catalogue, in the shape that all commands share. */
export type DescribedProblem = Omit<SourceProblem, "code"> & { readonly code: string };

const colours = { error: "red", warning: "yellow", info: "blue" } as const;

/** `file:line:column: error FW0101 spec.hosts must … (VirtualService default/reviews)`, as editors understand it. */
export function describeProblem(problem: DescribedProblem, terminal: Terminal): string {
  const { file, line, column, severity, code, path, message, kind, namespace, name } = problem;
  const object = kind && ` (${[kind, [namespace, name].filter((part) => part !== "").join("/")].join(" ").trim()})`;
  const word = terminal.colour ? styleText(colours[severity], severity, { validateStream: false }) : severity;
  const where = path && `\`${path}\` `;
  return `${printable(file)}:${line}:${column}: ${word} ${code} ${printable(`${where}${message}${object}`)}`;
}
