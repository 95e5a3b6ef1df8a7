/** Cases of kinds that are not translated yet, by name. A case that turns out equal must leave this list. */
const waiting = {
  Ingress: ["ingress-basic"],
} as const;

const kindOf = new Map(Object.entries(waiting).flatMap(([kind, names]) => names.map((name) => [name as string, kind])));

/** What a case waits for; undefined if for nothing. */
export function waitsFor(name: string): string | undefined {
  return kindOf.get(name);
}
