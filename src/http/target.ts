/** What a request's path names on the Kubernetes-style API. */
export interface ResourceTarget {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Empty: cluster-scoped, or all namespaces. */
  readonly namespace: string;
  /** Empty: the collection. */
  readonly name: string;
  readonly subresource: string;
}

const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Reads `/api/v1/…` and `/apis/GROUP/VERSION/…`; undefined for any other path, and for one that is malformed. */
export function parseTarget(path: string): ResourceTarget | undefined {
  const parts = path.split("/").slice(1).map(decodePart);
  if (parts.some((part) => part === undefined || part === "")) return undefined;
  const [root, ...rest] = parts as string[];
  if (root === "api" && rest[0] === "v1") return parseRest("", "v1", rest.slice(1));
  if (root === "apis" && rest.length > 2) return parseRest(rest[0] ?? "", rest[1] ?? "", rest.slice(2));
  return undefined;
}

function parseRest(group: string, version: string, rest: readonly string[]): ResourceTarget | undefined {
  const [plural = "", name = "", sub = ""] = rest;
  if (rest.length === 0 || rest.length > 5) return undefined;
  const scoped = plural === "namespaces" && rest.length > 2 && !(rest.length === 3 && namespaceSubresources.has(sub));
  if (scoped) {
    const [, namespace = "", inner = "", innerName = "", innerSub = ""] = rest;
    return { group, version, plural: inner, namespace, name: innerName, subresource: innerSub };
  }
  if (rest.length > 3) return undefined;
  return { group, version, plural, namespace: "", name, subresource: sub };
}

/** A segment that stands for itself, as nearly all do. */
const plainPart = /^[A-Za-z0-9-][A-Za-z0-9.-]*$/;

/** A decoded path segment; undefined for bad escapes and for anything that could climb out of its place. */
function decodePart(part: string): string | undefined {
  if (plainPart.test(part)) return part;
  try {
    const text = decodeURIComponent(part);
    return text === "." || text === ".." || /[/%\0]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
