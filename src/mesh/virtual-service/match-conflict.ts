import type { HttpMatchRequest, StringMatch } from "../../api/index.ts";
import { getOwn } from "../../base/json.ts";

type Labels = { readonly [key: string]: string };
type Matches = { readonly [name: string]: StringMatch };

/**
 * Whether a delegate's condition asks for something outside of what its parent hands over. Conditions on the same thing
 * must narrow it; expressions cannot be compared, so they always conflict.
 */
export function conflicts(parent: HttpMatchRequest, child: HttpMatchRequest): boolean {
  return (
    (parent.ignoreUriCase ?? false) !== (child.ignoreUriCase ?? false) ||
    textConflicts(parent.uri, child.uri) ||
    textConflicts(parent.scheme, child.scheme) ||
    textConflicts(parent.method, child.method) ||
    textConflicts(parent.authority, child.authority) ||
    mapConflicts(parent.headers, child.headers) ||
    mapConflicts(parent.withoutHeaders, child.withoutHeaders) ||
    mapConflicts(parent.queryParams, child.queryParams) ||
    differ(parent.port, child.port) ||
    differ(parent.sourceNamespace, child.sourceNamespace) ||
    labelsConflict(parent.sourceLabels, child.sourceLabels) ||
    gatewaysConflict(parent.gateways, child.gateways)
  );
}

function textConflicts(parent: StringMatch | undefined, child: StringMatch | undefined): boolean {
  if (!says(parent) || !says(child)) return false;
  if (parent.regex || child.regex) return true;
  if (parent.exact) return child.exact !== parent.exact;
  return !(child.exact || child.prefix || "").startsWith(parent.prefix ?? "");
}

function says(match: StringMatch | undefined): match is StringMatch {
  return !!(match?.exact || match?.prefix || match?.regex);
}

function mapConflicts(parent: Matches = {}, child: Matches = {}): boolean {
  return Object.keys(parent).some((name) => textConflicts(parent[name], getOwn(child, name)));
}

function labelsConflict(parent: Labels = {}, child: Labels = {}): boolean {
  return Object.keys(parent).some((key) => differ(parent[key], getOwn(child, key)));
}

function differ<T>(parent: T | undefined, child: T | undefined): boolean {
  return !!parent && !!child && parent !== child;
}

function gatewaysConflict(parent: readonly string[] = [], child: readonly string[] = []): boolean {
  return parent.length > 0 && child.some((gateway) => !parent.includes(gateway));
}
