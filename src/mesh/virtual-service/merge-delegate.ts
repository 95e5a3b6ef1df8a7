import type { HeaderOperations, Headers, HttpMatchRequest, HttpRoute } from "../../api/index.ts";
import { conflicts } from "./match-conflict.ts";

/** What a delegate's routes take from the parent's route where they are silent themselves. */
const inherited = [
  "rewrite",
  "directResponse",
  "timeout",
  "retries",
  "fault",
  "mirror",
  "mirrors",
  "mirrorPercent",
  "mirrorPercentage",
  "corsPolicy",
] as const satisfies readonly (keyof HttpRoute)[];

/** A delegate's route in the place of the parent's; undefined if one of its conditions fits none of the parent's. */
export function mergeDelegateRoute(parent: HttpRoute, child: HttpRoute): HttpRoute | undefined {
  const match = mergeMatches(parent.match ?? [], child.match ?? []);
  if (match === undefined) return undefined;
  const name = joinNames(parent.name, child.name);
  const merged: { -readonly [K in keyof HttpRoute]: HttpRoute[K] } = { ...child };
  for (const field of inherited) take(merged, parent, field);
  const headers = mergeHeaders(parent.headers, child.headers);
  return {
    ...merged,
    ...(match.length > 0 && { match }),
    ...(name !== "" && { name }),
    ...(headers && { headers }),
  };
}

function take<K extends keyof HttpRoute>(
  into: { -readonly [F in keyof HttpRoute]: HttpRoute[F] },
  from: HttpRoute,
  field: K,
): void {
  if (into[field] === undefined && from[field] !== undefined) into[field] = from[field];
}

function mergeMatches(
  parents: readonly HttpMatchRequest[],
  children: readonly HttpMatchRequest[],
): readonly HttpMatchRequest[] | undefined {
  if (parents.length === 0) return children;
  if (children.length === 0) return parents;
  const merged: HttpMatchRequest[] = [];
  for (const child of children) {
    const fitting = parents.filter((parent) => !conflicts(parent, child));
    if (fitting.length === 0) return undefined;
    merged.push(...fitting.map((parent) => mergeMatch(parent, child)));
  }
  return merged;
}

function mergeMatch(parent: HttpMatchRequest, child: HttpMatchRequest): HttpMatchRequest {
  const given = Object.fromEntries(Object.entries(child).filter(([, value]) => value !== undefined));
  const name = joinNames(parent.name, child.name);
  return {
    ...parent,
    ...given,
    ...(name !== "" && { name }),
    ...mergeMaps(parent, child, "headers"),
    ...mergeMaps(parent, child, "withoutHeaders"),
    ...mergeMaps(parent, child, "queryParams"),
    ...mergeMaps(parent, child, "sourceLabels"),
  };
}

type MapField = "headers" | "withoutHeaders" | "queryParams" | "sourceLabels";

function mergeMaps(parent: HttpMatchRequest, child: HttpMatchRequest, field: MapField): object {
  return parent[field] || child[field] ? { [field]: { ...parent[field], ...child[field] } } : {};
}

function joinNames(parent = "", child = ""): string {
  return [parent, child].filter((name) => name !== "").join("-");
}

function mergeHeaders(parent: Headers | undefined, child: Headers | undefined): Headers | undefined {
  if (!parent || !child) return parent ?? child;
  const request = mergeOperations(parent.request, child.request);
  const response = mergeOperations(parent.response, child.response);
  return { ...(request && { request }), ...(response && { response }) };
}

function mergeOperations(
  parent: HeaderOperations | undefined,
  child: HeaderOperations | undefined,
): HeaderOperations | undefined {
  if (!parent || !child) return parent ?? child;
  return {
    set: { ...parent.set, ...child.set },
    add: { ...parent.add, ...child.add },
    remove: [...new Set([...(parent.remove ?? []), ...(child.remove ?? [])])],
  };
}
