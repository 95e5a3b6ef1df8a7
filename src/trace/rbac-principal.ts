import type { Principal } from "../gen/envoy/config/rbac/v3.ts";
import { matchesHeader } from "./header-match.ts";
import { pathOf } from "./http-request.ts";
import { inRange } from "./ip-range.ts";
import { matchesMetadata } from "./metadata-match.ts";
import type { RbacInput } from "./rbac-input.ts";
import { matchesSourced } from "./rbac-permission.ts";
import { matchesString } from "./string-match.ts";
import { every, not, some, type Truth } from "./truth.ts";

/** Whether a call comes from whom a principal is about. */
export function matchesPrincipal(principal: Principal, input: RbacInput): Truth {
  const { request, source, downstream } = input;
  const each = (id: Principal) => matchesPrincipal(id, input);
  if (principal.any) return true;
  if (principal.andIds) return every(principal.andIds.ids ?? [], each);
  if (principal.orIds) return some(principal.orIds.ids ?? [], each);
  if (principal.notId) return not(each(principal.notId));
  if (principal.metadata) return matchesMetadata(principal.metadata, input.metadata);
  if (principal.sourcedMetadata) return matchesSourced(principal.sourcedMetadata, input);
  if (principal.directRemoteIp) return inRange(principal.directRemoteIp, source.address);
  if (principal.sourceIp) return inRange(principal.sourceIp, source.address);
  if (principal.remoteIp) return inRange(principal.remoteIp, request?.remoteAddress ?? source.address);
  if (principal.header) return request !== undefined && matchesHeader(principal.header, request);
  if (principal.urlPath) return request !== undefined && matchesString(principal.urlPath.path ?? {}, pathOf(request));
  if (principal.authenticated) {
    const { principalName } = principal.authenticated;
    if (!downstream.terminated) return false;
    return principalName === undefined || matchesString(principalName, downstream.identity ?? "");
  }
  return undefined;
}
