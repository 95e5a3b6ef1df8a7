/** One step of a compiled path: takes the values so far and gives the next ones. */
type Step = (values: readonly unknown[]) => unknown[];

const field =
  (name: string): Step =>
  (values) =>
    values.flatMap((v) =>
      typeof v === "object" && v !== null && Object.hasOwn(v, name) ? [Reflect.get(v, name)] : [],
    );

const index =
  (at: number): Step =>
  (values) =>
    values.flatMap((v) => (Array.isArray(v) && v.at(at) !== undefined ? [v.at(at)] : []));

const each: Step = (values) =>
  values.flatMap((v) => (Array.isArray(v) ? v : typeof v === "object" && v !== null ? Object.values(v) : []));

const where =
  (name: string, wanted: string): Step =>
  (values) =>
    each(values).filter((v) => field(name)([v]).some((found) => String(found) === wanted));

const grammar: readonly [RegExp, (match: RegExpExecArray) => Step][] = [
  [/\.([A-Za-z_][\w-]*)/y, (m) => field(m[1] ?? "")],
  [/\.\*|\[\*\]/y, () => each],
  [/\[(-?\d+)\]/y, (m) => index(Number(m[1]))],
  [/\[['"]([^'"\]]+)['"]\]/y, (m) => field(m[1] ?? "")],
  [/\[\?\(@\.([\w-]+)\s*==\s*['"]([^'"]*)['"]\)\]/y, (m) => where(m[1] ?? "", m[2] ?? "")],
];

/**
 * Compiles the JSONPath that printer columns and field references use: `.a.b`, `[0]`, `[*]`, `['a.b']` and
 * `[?(@.type=="Ready")]`. Undefined if the text is not of that form.
 */
export function compileJsonPath(path: string): ((value: unknown) => readonly unknown[]) | undefined {
  const steps: Step[] = [];
  let at = 0;
  while (at < path.length) {
    const found = grammar.flatMap(([form, make]) => {
      form.lastIndex = at;
      const match = form.exec(path);
      return match ? [{ step: make(match), end: form.lastIndex }] : [];
    })[0];
    if (!found) return undefined;
    steps.push(found.step);
    at = found.end;
  }
  return (value) => steps.reduce<readonly unknown[]>((values, step) => step(values), [value]);
}
