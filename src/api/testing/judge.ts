import { admit } from "../admit.ts";
import type { KindDefinition } from "../kind.ts";
import { formatPath } from "../problem.ts";
import { apiVersionOf, type ObjectMeta, type Resource, versionOf } from "../resource.ts";

/** An object of the kind with these fields besides apiVersion and kind; it is named `x` unless they say otherwise. */
export function objectOf(kind: KindDefinition, fields: object, version = kind.versions[0].name): Resource {
  const metadata: ObjectMeta = { name: "x", ...(kind.namespaced && { namespace: "default" }) };
  return { apiVersion: apiVersionOf(kind.group, version), kind: kind.kind, metadata, ...fields };
}

/** What an object became on its way in. */
export function admitted<T extends Resource>(kind: KindDefinition, fields: object): T {
  return admit(kind, objectOf(kind, fields)).resource as T;
}

/** What is told of an object on its way in, as `FW0103 spec.containers`: errors, warnings and unknown fields. */
export function told(kind: KindDefinition, resource: Resource, old?: Resource): string[] {
  const version = kind.versions.find((v) => v.name === versionOf(resource.apiVersion));
  const { problems, unknown } = admit(kind, resource, version, old);
  return [...problems, ...unknown].map((p) => `${p.code} ${formatPath(p.path)}`);
}

/** As `told`, of an object with these fields. */
export function judge(kind: KindDefinition, fields: object): string[] {
  return told(kind, objectOf(kind, fields));
}

/** As `told`, of an object with this spec, in the stored version or another. */
export function judgeSpec(kind: KindDefinition, spec: unknown, version?: string): string[] {
  return told(kind, objectOf(kind, { spec }, version));
}

/** As `told`, of an object with this spec and these annotations. */
export function judgeAnnotated(kind: KindDefinition, spec: unknown, annotations: ObjectMeta["annotations"]): string[] {
  return judge(kind, { spec, metadata: { name: "x", namespace: "default", annotations } });
}

/** As `told`, of changing an object of the fields `old` to one of the fields `fields`. */
export function judgeUpdate(kind: KindDefinition, old: object, fields: object): string[] {
  return told(kind, objectOf(kind, fields), admitted(kind, old));
}

/** A row of a table test: what the case is, the object's fields or spec, and what is told of it. */
export type Row<T = object> = readonly [name: string, value: T, ...problems: string[]];

/** The cells of an object by the names of their columns. */
export function cells(kind: KindDefinition, resource: Resource): { [column: string]: unknown } {
  return Object.fromEntries(kind.columns.map((column) => [column.name, column.cell(resource)]));
}
