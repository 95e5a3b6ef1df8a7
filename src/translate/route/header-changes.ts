import type { HeaderOperations, Headers } from "../../api/index.ts";
import type { HeaderValueOption } from "../../gen/envoy/config/core/v3.ts";

/** Changes of headers in the form that routes and weighted clusters share. */
export interface HeaderChanges {
  readonly requestHeadersToAdd?: readonly HeaderValueOption[];
  readonly requestHeadersToRemove?: readonly string[];
  readonly responseHeadersToAdd?: readonly HeaderValueOption[];
  readonly responseHeadersToRemove?: readonly string[];
}

/** The changes that a route or a destination asks for; without the authority, which is rewritten instead. */
export function headerChanges({ request = {}, response = {} }: Headers = {}): HeaderChanges {
  const requestAdd = additions(request);
  const responseAdd = additions(response);
  return {
    ...(requestAdd.length > 0 && { requestHeadersToAdd: requestAdd }),
    ...(request.remove?.length && { requestHeadersToRemove: request.remove }),
    ...(responseAdd.length > 0 && { responseHeadersToAdd: responseAdd }),
    ...(response.remove?.length && { responseHeadersToRemove: response.remove }),
  };
}

/** Changes of a route, then those of its only destination. */
export function joinChanges(route: HeaderChanges, destination: HeaderChanges): HeaderChanges {
  const join = <T>(a: readonly T[] = [], b: readonly T[] = []) => (a.length + b.length > 0 ? [...a, ...b] : undefined);
  const requestAdd = join(route.requestHeadersToAdd, destination.requestHeadersToAdd);
  const requestRemove = join(route.requestHeadersToRemove, destination.requestHeadersToRemove);
  const responseAdd = join(route.responseHeadersToAdd, destination.responseHeadersToAdd);
  const responseRemove = join(route.responseHeadersToRemove, destination.responseHeadersToRemove);
  return {
    ...(requestAdd && { requestHeadersToAdd: requestAdd }),
    ...(requestRemove && { requestHeadersToRemove: requestRemove }),
    ...(responseAdd && { responseHeadersToAdd: responseAdd }),
    ...(responseRemove && { responseHeadersToRemove: responseRemove }),
  };
}

/** The authority that header changes set, under any of its names. */
export function authorityChange({ request }: Headers = {}): string | undefined {
  const values = [...Object.entries(request?.set ?? {}), ...Object.entries(request?.add ?? {})];
  return values.find(([name]) => isAuthority(name))?.[1];
}

function additions({ set = {}, add = {} }: HeaderOperations): readonly HeaderValueOption[] {
  return [
    ...named(set).map(([key, value]) => ({
      header: { key, value },
      appendAction: "OVERWRITE_IF_EXISTS_OR_ADD" as const,
    })),
    ...named(add).map(([key, value]) => ({ header: { key, value } })),
  ];
}

function named(values: { readonly [name: string]: string }): readonly (readonly [string, string])[] {
  return Object.entries(values)
    .filter(([name]) => !isAuthority(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function isAuthority(name: string): boolean {
  return /^(:authority|host)$/i.test(name);
}
