import type { Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { ResourceHistory, ResourceList, ResourceStore } from "../core/index.ts";
import { invalidOption } from "./invalid-option.ts";
import type { ListMeta } from "./representation.ts";
import { everything } from "./selector.ts";
import type { View } from "./view.ts";

/** Where lists come from. */
export interface ListSource {
  readonly store: Pick<ResourceStore, "list">;
  /** Absent: lists can only be told as they are now. */
  readonly history?: ResourceHistory | undefined;
}

/** Where a list that was cut into pages goes on: at which version, and after which object. */
interface Token {
  readonly version: string;
  readonly namespace: string;
  readonly name: string;
}

/** A page of the objects that are selected, as they were when the first page was made. */
export async function listPage(
  source: ListSource,
  view: View,
  query: URLSearchParams,
  selected: (resource: Resource) => boolean,
): Promise<{ items: readonly Resource[]; meta: ListMeta }> {
  const token = readToken(query.get("continue") ?? "");
  const limit = readLimit(query.get("limit"));
  const { items, resourceVersion } = await wholeList(source, view, query, token);
  const page: Resource[] = [];
  let at = token ? firstAfter(items, token) : 0;
  // One more than the page has tells whether there is another one.
  for (const most = limit || items.length; at < items.length; at++) {
    const shown = view.show(items[at] as Resource);
    if (!selected(shown)) continue;
    if (page.length === most) break;
    page.push(shown);
  }
  const last = page.at(-1)?.metadata;
  if (at === items.length || !last) return { items: page, meta: { resourceVersion } };
  const { namespace = "", name = "" } = last;
  return {
    items: page,
    meta: {
      resourceVersion,
      continue: writeToken({ version: resourceVersion, namespace, name }),
      ...(selected === everything && { remainingItemCount: items.length - at }),
    },
  };
}

async function wholeList(
  { store, history }: ListSource,
  view: View,
  query: URLSearchParams,
  token: Token | undefined,
): Promise<ResourceList> {
  const now = await store.list(view.type, view.target.namespace);
  if (token) checkContinued(query);
  const version = token?.version ?? wantedVersion(query, now.resourceVersion);
  if (version === undefined || version === now.resourceVersion) return now;
  if (!history)
    throw new FairwayError("Expired", "the list has changed since its first page: list again from the start");
  return history.listAt(view.type, view.target.namespace, version);
}

/** The pages that follow are of the first one's version, and no other can be asked for. */
function checkContinued(query: URLSearchParams): void {
  if (query.get("resourceVersionMatch")) {
    throw invalidOption("ListOptions", "resourceVersionMatch", "Forbidden", "must not be given with continue");
  }
  const version = query.get("resourceVersion") ?? "";
  if (version === "" || version === "0") return;
  throw new FairwayError("BadRequest", "resourceVersion must not be given with continue");
}

/** The version that a list must be of; undefined if the newest will do. */
function wantedVersion(query: URLSearchParams, newest: string): string | undefined {
  const version = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  if (match !== "" && version === "")
    throw invalidOption(
      "ListOptions",
      "resourceVersionMatch",
      "Forbidden",
      "must not be given without resourceVersion",
    );
  if (match !== "" && match !== "Exact" && match !== "NotOlderThan") {
    throw invalidOption(
      "ListOptions",
      "resourceVersionMatch",
      "NotSupported",
      `must be 'Exact' or 'NotOlderThan', not '${match}'`,
    );
  }
  if (version === "" || version === "0") {
    if (match === "Exact")
      throw invalidOption("ListOptions", "resourceVersionMatch", "Forbidden", "must not be 'Exact' for the version 0");
    return undefined;
  }
  checkReached(version, newest);
  return match === "Exact" ? version : undefined;
}

/** Refuses a request for something that is not older than a version which is still to come. */
export function checkReached(version: string | null, newest: string): void {
  if (version === null || version === "" || version === "0") return;
  if (!/^\d{1,15}$/.test(version)) {
    throw new FairwayError("BadRequest", `resourceVersion must be a version, not '${version}'`);
  }
  if (Number(version) > Number(newest)) throw tooNew(version, newest);
}

/** What is said of a version that is still to come. */
export function tooNew(version: string, newest: string): FairwayError {
  const message = `the resource version ${version} is still to come: the newest is ${newest}`;
  return new FairwayError("Timeout", message, {
    details: {
      retryAfterSeconds: 1,
      causes: [{ reason: "ResourceVersionTooLarge", message }],
    },
  });
}

function readLimit(text: string | null): number {
  if (text === null || text === "") return 0;
  // As with Kubernetes, less than nothing is no limit.
  if (/^-\d{1,9}$/.test(text)) return 0;
  if (!/^\d{1,9}$/.test(text)) throw new FairwayError("BadRequest", `limit must be a whole number, not '${text}'`);
  return Number(text);
}

/** Where the first object after the token is; objects come sorted by namespace and name. */
function firstAfter(items: readonly Resource[], token: Token): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(items[middle] as Resource, token)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isAfter({ metadata }: Resource, { namespace, name }: Token): boolean {
  const { namespace: itsNamespace = "", name: itsName = "" } = metadata;
  return itsNamespace === namespace ? itsName > name : itsNamespace > namespace;
}

function writeToken(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

function readToken(text: string): Token | undefined {
  if (text === "") return undefined;
  try {
    const token: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!isObject(token)) throw new Error("it is no object");
    const { version, namespace, name } = token;
    if (typeof version !== "string" || typeof namespace !== "string" || typeof name !== "string")
      throw new Error("a part is missing");
    return { version, namespace, name };
  } catch {
    throw new FairwayError("BadRequest", "the continue token is not one of this server: list again from the start");
  }
}
