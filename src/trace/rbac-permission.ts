import type { Permission, SourcedMetadata } from "../gen/envoy/config/rbac/v3.ts";
import { matchesHeader } from "./header-match.ts";
import { pathOf } from "./http-request.ts";
import { inRange } from "./ip-range.ts";
import { matchesMetadata } from "./metadata-match.ts";
import type { RbacInput } from "./rbac-input.ts";
import { matchesString } from "./string-match.ts";
import { every, not, some, type Truth } from "./truth.ts";
import { configOf } from "./typed-config.ts";
import { matchesTemplate } from "./uri-template.ts";

/** Whether a call asks for what a permission is about. */
export function matchesPermission(permission: Permission, input: RbacInput): Truth {
  const each = (rule: Permission) => matchesPermission(rule, input);
  if (permission.any) return true;
  if (permission.andRules) return every(permission.andRules.rules ?? [], each);
  if (permission.orRules) return some(permission.orRules.rules ?? [], each);
  if (permission.notRule) return not(each(permission.notRule));
  if (permission.metadata) return matchesMetadata(permission.metadata, input.metadata);
  if (permission.sourcedMetadata) return matchesSourced(permission.sourcedMetadata, input);
  if (permission.requestedServerName) return matchesString(permission.requestedServerName, input.serverName);
  if (permission.destinationIp) return inRange(permission.destinationIp, input.destination.address);
  if (permission.destinationPort !== undefined) return permission.destinationPort === input.destination.port;
  if (permission.destinationPortRange) {
    const { start = 0, end = 0 } = permission.destinationPortRange;
    return input.destination.port >= start && input.destination.port < end;
  }
  return matchesRequest(permission, input);
}

function matchesRequest(permission: Permission, { request }: RbacInput): Truth {
  if (permission.matcher) return undefined;
  if (request === undefined) return false;
  if (permission.header) return matchesHeader(permission.header, request);
  if (permission.urlPath) return matchesString(permission.urlPath.path ?? {}, pathOf(request));
  const template = configOf(
    permission.uriTemplate,
    "envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig",
  );
  return template === undefined ? undefined : matchesTemplate(template.pathTemplate ?? "", pathOf(request));
}

/** Metadata of the request, or of its route; without a route the latter does not match. */
export function matchesSourced({ metadataMatcher = {}, metadataSource }: SourcedMetadata, input: RbacInput): Truth {
  if (metadataSource !== "ROUTE") return matchesMetadata(metadataMatcher, input.metadata);
  return input.routeMetadata !== undefined && matchesMetadata(metadataMatcher, input.routeMetadata);
}
