import type { Permission } from "../../gen/envoy/config/rbac/v3.ts";
import type { ValueMatcher } from "../../gen/envoy/type/matcher/v3.ts";
import { any } from "../any.ts";
import { cidrRange } from "../cidr-range.ts";
import { type Attribute, permissionSide } from "./rbac-condition.ts";
import { headerMatch, textMatch, textMatchIgnoringCase } from "./text-match.ts";

/** What is asked for: the attributes that permissions compare. */

export const host = each(true, (value) => ({ header: headerMatch(":authority", value, textMatchIgnoringCase) }));
export const method = each(true, (value) => ({ header: headerMatch(":method", value, textMatch) }));
export const path = each(true, (value) => (isTemplate(value) ? pathTemplate(value) : urlPath(value)));
export const serverName = each(false, (value) => ({ requestedServerName: textMatch(value) }));

export const destinationIp = each(false, (value) => {
  const range = cidrRange(value);
  return range && { destinationIp: range };
});

export const destinationPort = each(false, (value) => {
  const port = Number(value);
  return /^\d{1,5}$/.test(value) && port <= 65535 ? { destinationPort: port } : undefined;
});

/** Metadata that another filter set. A value in brackets is one of a list. */
export function filterMetadata(filter: string, key: string): Attribute<Permission> {
  return {
    http: false,
    match: (values) => ({ metadata: { filter, path: [{ key }], value: oneOf(values.map(metadataValue)) } }),
  };
}

/** A value that one of the matchers takes. */
export function oneOf(valueMatchers: readonly ValueMatcher[]): ValueMatcher {
  const [only] = valueMatchers;
  return only && valueMatchers.length === 1 ? only : { orMatch: { valueMatchers } };
}

function metadataValue(value: string): ValueMatcher {
  const inside = /^\[(.*)\]$/.exec(value)?.[1];
  if (inside === undefined) return { stringMatch: textMatch(value) };
  return { listMatch: { oneOf: { stringMatch: textMatch(inside) } } };
}

function each(http: boolean, one: (value: string) => Permission | undefined): Attribute<Permission> {
  return {
    http,
    match(values) {
      const made = values.map(one).filter((permission) => permission !== undefined);
      return made.length === values.length ? permissionSide.or(made) : undefined;
    },
  };
}

function isTemplate(value: string): boolean {
  return value.includes("{*}") || value.includes("{**}");
}

function urlPath(value: string): Permission {
  return { urlPath: { path: textMatch(value) } };
}

/** Longer templates Envoy refuses. */
const maxTemplateLength = 256;
const plainSegment = /^[\w.~%!$&'()+,;:@=-]+$/;

function pathTemplate(value: string): Permission | undefined {
  const [start, ...segments] = value.split("/");
  const rest = segments.indexOf("{**}");
  const isSound = (segment: string, i: number) =>
    segment === "{*}" || segment === "{**}"
      ? rest < 0 || i <= rest
      : plainSegment.test(segment) || (segment === "" && i === segments.length - 1);
  if (start !== "" || value.length > maxTemplateLength || !segments.every(isSound)) return undefined;
  const template = value.replaceAll("{*}", "*").replaceAll("{**}", "**");
  return {
    uriTemplate: {
      name: "uri-template",
      typedConfig: any("envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig", {
        pathTemplate: template,
      }),
    },
  };
}
