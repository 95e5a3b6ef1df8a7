import type { KindDefinition, PrinterColumn, Resource } from "../api/index.ts";
import { humanDuration } from "../base/human-duration.ts";

/** How to fill in a table. */
export interface TableOptions {
  /** Milliseconds since the epoch, from which ages are counted. */
  readonly now: number;
  /** The request's includeObject: `None`, `Object`, or metadata only. */
  readonly includeObject: string | null;
  /** The table's own metadata. */
  readonly meta: object;
}

/** Objects of a kind as a Table: one row each, with the metadata by which kubectl knows what the row is. */
export function table(kind: KindDefinition, items: readonly Resource[], options: TableOptions): object {
  const age = kind.ageless ? [] : [ageColumn];
  const columns = [nameColumn, ...shown(kind, 0), ...age, ...shown(kind, 1)];
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata: options.meta,
    columnDefinitions: columns.map(({ name, type, format = "", doc, priority }) => ({
      name,
      // Ages are made here, so the client must not read them as dates.
      type: type === "date" ? "string" : type,
      format,
      description: doc,
      priority,
    })),
    rows: items.map((item) => ({
      cells: columns.map((column) => cell(column, item, options.now)),
      object: objectPart(item, options.includeObject),
    })),
  };
}

const nameColumn: PrinterColumn = {
  name: "Name",
  type: "string",
  format: "name",
  doc: "The object's name.",
  priority: 0,
  cell: (resource) => resource.metadata.name,
};

const ageColumn: PrinterColumn = {
  name: "Age",
  type: "date",
  doc: "How long ago the object was made.",
  priority: 0,
  cell: (resource) => resource.metadata.creationTimestamp,
};

function shown(kind: KindDefinition, priority: 0 | 1): readonly PrinterColumn[] {
  return kind.columns.filter((column) => column.priority === priority);
}

function cell(column: PrinterColumn, resource: Resource, now: number): string | number | boolean | null {
  const value = column.cell(resource);
  if (value === undefined) return column.type === "date" ? "<unknown>" : column.type === "string" ? "<none>" : null;
  if (column.type !== "date") return value;
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? "<unknown>" : humanDuration(now - time);
}

function objectPart(resource: Resource, include: string | null): object | undefined {
  if (include === "None") return undefined;
  if (include === "Object") return resource;
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: resource.metadata };
}
