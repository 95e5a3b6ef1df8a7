import { compileJsonPath } from "./json-path.ts";
import type { PrinterColumn } from "./kind.ts";
import type { Resource } from "./resource.ts";

type Cell = PrinterColumn["cell"];

/** What a JSONPath finds, as `kubectl get` shows it: one value as it is, a list or object as JSON. */
export function cellAt(path: string): Cell {
  const find = compileJsonPath(path);
  return (resource) => {
    const found = find?.(resource)[0];
    if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") return found;
    return found === undefined || found === null ? undefined : JSON.stringify(found);
  };
}

/** A column: a JSONPath such as `.spec.hosts`, or a function of the object (typed by the caller). */
export function column<R = Resource>(
  name: string,
  source: string | ((resource: R) => string | number | boolean | undefined),
  doc: string,
  options: Partial<Pick<PrinterColumn, "type" | "priority" | "format">> = {},
): PrinterColumn {
  const where =
    typeof source === "string" ? { jsonPath: source, cell: cellAt(source) } : { cell: source as unknown as Cell };
  return { name, type: "string", priority: 0, doc, ...where, ...options };
}
