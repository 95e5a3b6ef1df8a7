import type { RE2JS } from "re2js";
import { CelFault } from "./fault.ts";
import type { Meter } from "./meter.ts";
import { isOf, typeName } from "./type-name.ts";
import type { CelTypeName, CelTypes, CelValue } from "./value.ts";

/** What functions may need besides their arguments. */
export interface Runtime {
  readonly meter: Meter;
  /** A compiled expression of RE2; a fault if it is none. */
  readonly regex: (text: string) => RE2JS;
}

type Arguments<List extends string> = List extends ""
  ? []
  : List extends `${infer First extends CelTypeName}, ${infer Rest}`
    ? [CelTypes[First], ...Arguments<Rest>]
    : List extends CelTypeName
      ? [CelTypes[List]]
      : never;

type Parameters<Signature extends string> = Signature extends `${infer Name}(${infer List})`
  ? Name extends `${infer Receiver extends CelTypeName}.${string}`
    ? [CelTypes[Receiver], ...Arguments<List>]
    : Arguments<List>
  : never;

/** The function of a signature such as `string.indexOf(string, int)`, `size(list)` or `sets::contains(list, list)`. */
type Handler<Signature extends string> = (...args: [...Parameters<Signature>, runtime: Runtime]) => CelValue;

interface Overload {
  readonly types: readonly CelTypeName[];
  readonly run: (...args: never[]) => CelValue;
}

/** All overloads of a name: `.size` as a method, `size` or `sets.contains` as a function. */
export type Overloads = ReadonlyMap<string, readonly Overload[]>;

/** Makes overloads from a table of signatures; the types of the handlers follow from them. */
export function overloads<S extends string>(table: { readonly [Signature in S]: Handler<Signature> }): Overloads {
  const all = new Map<string, Overload[]>();
  const entries: readonly [string, unknown][] = Object.entries(table);
  for (const [signature, handler] of entries) {
    const [head = "", list = ""] = signature.slice(0, -1).split("(");
    const [receiver, method] = head.includes(".") ? head.split(".") : [];
    const types = [...(receiver === undefined ? [] : [receiver]), ...(list === "" ? [] : list.split(", "))];
    const name = method === undefined ? head.replace("::", ".") : `.${method}`;
    const overload = { types: types as CelTypeName[], run: handler as Overload["run"] };
    all.set(name, [...(all.get(name) ?? []), overload]);
  }
  return all;
}

/** Several tables as one. */
export function mergeOverloads(...tables: readonly Overloads[]): Overloads {
  const all = new Map<string, readonly Overload[]>();
  for (const table of tables) {
    for (const [name, list] of table) all.set(name, [...(all.get(name) ?? []), ...list]);
  }
  return all;
}

/** Calls the overload that takes these arguments. */
export function call(name: string, list: readonly Overload[], args: readonly CelValue[], runtime: Runtime): CelValue {
  const found = list.find(
    ({ types }) => types.length === args.length && types.every((t, i) => isOf(args[i] ?? null, t)),
  );
  if (!found) throw new CelFault(`${name.replace(/^\./, "")}(${args.map(typeName).join(", ")}) does not exist`);
  runtime.meter.spend(args.reduce((steps: number, arg) => steps + weight(arg), 1));
  return found.run(...([...args, runtime] as never[]));
}

/** Steps that reading a value through may take: texts and lists are walked by most functions. */
export function weight(value: CelValue): number {
  if (typeof value === "string") return value.length / 10;
  return Array.isArray(value) ? value.length : 0;
}
